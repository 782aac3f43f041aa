#include "fact/package.h"

#include "base/dotted.h"
#include "base/text.h"
#include "base/tr.h"
#include "fact/err_phrase.h"
#include "fact/requirement.h"

enum { FINDINGS_MOST = 1000 };

static bool same_finding(const struct finding *x, const struct finding *y)
{
	bool same = x->code == y->code && x->words.form == y->words.form &&
		    x->words.n == y->words.n && text_same(x->have, y->have) &&
		    text_same(x->need, y->need);

	for (size_t i = 0; same && i < x->words.n; i++)
		same = text_same(x->words.facts[i].text, y->words.facts[i].text);
	return same;
}

void package_find(struct arena *a, struct package *p, enum finding_code code, const char *have,
		  const char *need, struct phrase words)
{
	struct finding f = { code, have, need, -1, -1, words };

	if (p->findings.n == FINDINGS_MOST)
		return;
	if (p->findings.n == FINDINGS_MOST - 1) {
		f = finding_of(code);
		f.words = PHRASE(a, FINDINGS_LEFT_OUT);
	}
	for (size_t i = 0; i < p->findings.n; i++)
		if (same_finding(&p->findings.v[i], &f))
			return;
	ARRAY_ADD(a, p->findings) = f;
}

void package_damage(struct arena *a, struct package *p, const struct err *e)
{
	package_find(a, p, CP402, NULL, NULL,
		     PHRASE(a, WHY_ALONE,
			    SAY_PHRASE(why, phrase_keep(a, err_phrase(a, e)))));
}

void package_version(struct arena *a, struct package *p, const char *version)
{
	struct span v = span_of(version);
	ptrdiff_t at = span_find_char(v, '+');

	p->version = at < 0 ? version : arena_span(a, span_sub(v, 0, (size_t)at));
	if (at >= 0)
		p->local = arena_span(a, span_from(v, (size_t)at + 1));
}

bool package_requires(struct arena *a, const struct package *p, const char *requirement)
{
	struct marker_env env = marker_env_of(NULL, p->platform);
	struct requirement q;
	struct err e;

	return requirement_parse(a, span_of(requirement), &q, &e) ||
	       requirement_applies(&q, &env) != MARKER_NO;
}

const char *package_glibc(const struct package *p)
{
	if (!p->glibc_min || !p->glibc_needed)
		return p->glibc_min ? p->glibc_min : p->glibc_needed;
	return dotted_cmp(span_of(p->glibc_min), span_of(p->glibc_needed)) < 0
		       ? p->glibc_needed : p->glibc_min;
}

const char *scanned_name(enum scanned s)
{
	static const char *const names[] = { "none", "declared", "partial", "exact" };

	return names[s];
}

const char *package_kind_name(enum package_kind k)
{
	static const char *const names[PACKAGE_KINDS] = {
		[PACKAGE_WHEEL] = "wheel",
		[PACKAGE_CONDA] = "conda",
		[PACKAGE_ELF] = "elf",
		[PACKAGE_ARCHIVE] = N_("archive"),
		[PACKAGE_PE] = "pe",
		[PACKAGE_CUBIN] = "cubin",
		[PACKAGE_FATBIN] = "fatbin",
		[PACKAGE_PTX] = "ptx",
		[PACKAGE_FOLDER] = N_("folder"),
		[PACKAGE_NAME] = N_("name"),
		[PACKAGE_LISTING] = N_("listing"),
	};

	return names[k];
}

const char *product_name(enum product p)
{
	static const char *const names[PRODUCTS] = {
		[PRODUCT_CUBLAS] = "cuBLAS",
		[PRODUCT_CUBLASLT] = "cuBLASLt",
		[PRODUCT_CUDART] = "CUDA runtime",
		[PRODUCT_CUDNN] = "cuDNN",
		[PRODUCT_CUFFT] = "cuFFT",
		[PRODUCT_CURAND] = "cuRAND",
		[PRODUCT_CUSOLVER] = "cuSOLVER",
		[PRODUCT_CUSPARSE] = "cuSPARSE",
		[PRODUCT_CUSPARSELT] = "cuSPARSELt",
		[PRODUCT_CUPTI] = "CUPTI",
		[PRODUCT_NCCL] = "NCCL",
		[PRODUCT_NVRTC] = "NVRTC",
		[PRODUCT_NVJITLINK] = "nvJitLink",
		[PRODUCT_NVTX] = "NVTX",
		[PRODUCT_CUFILE] = "cuFile",
		[PRODUCT_NVSHMEM] = "NVSHMEM",
		[PRODUCT_NVJPEG] = "nvJPEG",
		[PRODUCT_NPP] = "NPP",
		[PRODUCT_CUTENSOR] = "cuTENSOR",
		[PRODUCT_TENSORRT] = "TensorRT",
		[PRODUCT_TORCH] = "torch",
	};

	return names[p];
}

void library_sum(struct library *l)
{
	EACH(const struct code_count, c, l->code) {
		if (c->relocatable || c->key.stub)
			continue;
		if (c->key.kind == CODE_SASS)
			sm_list_add(&l->sass, c->key.sm);
		else if (c->key.kind == CODE_PTX)
			sm_list_add(&l->ptx, c->key.sm);
	}
}

static void add_ptx(struct arena *a, struct package *p, const struct sm_code *k)
{
	size_t at = 0;

	while (at < p->ptx.n && (sm_cmp(p->ptx.v[at].sm, k->sm) != 0 ||
				 p->ptx.v[at].isa_major != k->isa_major ||
				 p->ptx.v[at].isa_minor != k->isa_minor))
		at++;
	if (at < p->ptx.n)
		return;
	(void)ARRAY_ADD(a, p->ptx);
	for (at = p->ptx.n - 1; at > 0; at--) {
		const struct ptx *b = &p->ptx.v[at - 1];
		int order = sm_cmp(b->sm, k->sm);

		if (order < 0 || (order == 0 && b->isa_major * 256 + b->isa_minor <
						k->isa_major * 256 + k->isa_minor))
			break;
		p->ptx.v[at] = *b;
	}
	p->ptx.v[at] = (struct ptx){ k->sm, k->isa_major, k->isa_minor };
}

static bool higher(const char *have, const char *other)
{
	return other && (!have || dotted_cmp(span_of(have), span_of(other)) < 0);
}

/* The libraries with torch's own kernels; the main ones are those every kernel needs. */
bool library_is_torch(const struct library *l, bool *main)
{
	struct span name = span_base(span_of(l->path));

	*main = span_starts_in(name, "libtorch_cuda. libtorch_cuda_cu. libtorch_cuda_cpp. "
			       "libtorch. libcaffe2_gpu. "
			       "torch_cuda. torch_cuda_cu. torch_cuda_cpp.");
	return *main || span_starts_in(name, "libtorch_cuda libc10_cuda libtorch_nvshmem "
				       "torch_cuda c10_cuda");
}

static void sum_complete(struct package *p, const struct library *l)
{
	if (!l->has_common)
		return;
	if (p->has_complete) {
		p->complete = sm_list_both(&p->complete, &l->common);
		p->complete_ptx = sm_list_both(&p->complete_ptx, &l->common_ptx);
		return;
	}
	p->has_complete = true;
	p->complete = l->common;
	p->complete_ptx = l->common_ptx;
}

/* "sm_75 sm_80 compute_90", or "-gencode;arch=compute_70,code=sm_70;…": the words that count. */
static void parse_declared(struct package *p, struct span text)
{
	bool gencode = span_starts(text, "-gencode");
	struct span word;
	struct sm sm;

	while (span_next(&text, gencode ? ';' : ' ', &word)) {
		ptrdiff_t at = gencode ? span_find(word, ",code=") : -1;

		if (at >= 0)
			word = span_from(word, (size_t)at + 6);
		if (span_starts(word, "sm_") && sm_parse(word, &sm))
			sm_list_add(&p->declared, sm);
		else if (span_starts(word, "compute_") && sm_parse(word, &sm))
			sm_list_add(&p->declared_ptx, sm);
	}
	p->has_declared = true;
}

/* The list of torch.cuda.get_arch_list() comes before the compiler's flags. */
static void sum_declared(struct package *p)
{
	const struct library *best = NULL;

	EACH(const struct library, l, p->libraries)
		if (l->declared && (!best || (best->declared[0] == '-' && l->declared[0] != '-')))
			best = l;
	if (!best)
		return;
	p->declared_text = best->declared;
	p->declared_in = best->path;
	parse_declared(p, span_of(best->declared));
}

static struct span folder_of(const struct library *l)
{
	struct span s = span_of(l->path);

	return span_sub(s, 0, (size_t)(span_rfind_char(s, '/') + 1));
}

/* "11" of "libcusolverMg.so.11"; empty where there is none. */
static struct span so_number(const struct library *l)
{
	struct span s = span_of(l->path);

	return span_pass(&s, ".so.") ? s : (struct span){ NULL, 0 };
}

/*
 * Libraries of one build, of which one alone tells the version: libcublas asks the libcublasLt
 * beside it, and libcusolverMg comes with libcusolver, of the same number.
 */
static bool tells_for(const struct library *teller, const struct library *l)
{
	if (!teller->version || !span_eq(folder_of(teller), folder_of(l)))
		return false;
	if (l->product == PRODUCT_CUBLAS)
		return teller->product == PRODUCT_CUBLASLT;
	return l->product == PRODUCT_CUSOLVER && teller->product == PRODUCT_CUSOLVER &&
	       span_eq(so_number(teller), so_number(l));
}

static void sum_beside(struct package *p)
{
	EACH(struct library, l, p->libraries) {
		if (l->version || !(l->product == PRODUCT_CUBLAS || l->product == PRODUCT_CUSOLVER))
			continue;
		for (size_t k = 0; k < p->libraries.n && !l->version; k++)
			if (tells_for(&p->libraries.v[k], l))
				l->version = p->libraries.v[k].version;
	}
}

void package_sum(struct arena *a, struct package *p)
{
	bool main;

	sum_beside(p);
	EACH(const struct library, l, p->libraries) {
		EACH(const struct code_count, c, l->code) {
			if (c->relocatable || c->key.stub)
				continue;
			if (c->key.kind == CODE_SASS) {
				sm_list_add(&p->sass, c->key.sm);
				p->codec[c->key.codec] = true;
			} else if (c->key.kind == CODE_PTX) {
				add_ptx(a, p, &c->key);
				p->ptx_codec[c->key.codec] = true;
			}
		}
		if (higher(p->glibc_needed, l->glibc)) {
			p->glibc_needed = l->glibc;
			p->glibc_needed_by = l->path;
		}
		if (higher(p->glibcxx_needed, l->glibcxx))
			p->glibcxx_needed = l->glibcxx;
		if (library_is_torch(l, &main) && main)
			sum_complete(p, l);
	}
	sum_declared(p);
	if (p->torch && (p->has_declared || p->has_complete))
		p->partial = sm_list_without(&p->sass, p->has_declared ? &p->declared :
								&p->complete);
}
