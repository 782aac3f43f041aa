/*
 * The options of the programs that install, with their arity: "=" takes a value, names of one
 * option stand behind commas. Sources: pip install --help (23.2, 25.3), uv pip install, uv add
 * (0.9), poetry add (2.2), pdm add (2.26), pipenv install (2025.0), conda install and create
 * (4.8 to 25.9), mamba and micromamba install (1.5, 2.3), pixi add (0.5x).
 */
#include <string.h>

#include "read/env/command_private.h"

#define OF_EVERY_PIP \
	"-r,--requirement,--requirements= -c,--constraint,--constraints= -e,--editable= " \
	"--no-deps -U,--upgrade -i,--index-url,--pypi-url= --extra-index-url= -f,--find-links= " \
	"--no-index -t,--target= --prefix= --require-hashes --break-system-packages --dry-run " \
	"--user --no-build-isolation -q,--quiet -v,--verbose -h,--help --cache-dir= " \
	"--python-version= --group= --keyring-provider= --no-binary= --only-binary= "

static const char pip[] = OF_EVERY_PIP
	"--pre --no-pre --platform= --implementation= --abi= --root= --src,--source= "
	"--upgrade-strategy= --force-reinstall -I,--ignore-installed --ignore-requires-python "
	"--use-pep517 --no-use-pep517 --check-build-dependencies -C,--config-settings= "
	"--global-option= --install-option= --build-option= --compile --no-compile "
	"--no-warn-script-location --no-warn-conflicts --prefer-binary --progress-bar= "
	"--root-user-action= --report= --no-clean --debug --isolated --require-virtualenv "
	"--python= -V,--version --log,--log-file,--local-log= --no-input --proxy= --retries= "
	"--timeout,--default-timeout= --exists-action= --trusted-host= --cert= --client-cert= "
	"--no-cache-dir --disable-pip-version-check --no-color --no-python-version-warning "
	"--use-feature= --use-deprecated= --process-dependency-links --allow-external= "
	"--allow-all-external --allow-unverified= -b,--build,--build-dir= --egg --no-download "
	"-d,--download= -Z,--unzip --use-mirrors --mirrors= --use-wheel --no-use-wheel "
	"--resume-retries= --uploaded-prior-to= --build-constraint= --all-releases= --only-final= "
	"--requirements-from-script= ";

#define OF_UV \
	"--index= --default-index= --index-strategy= --pre -P,--upgrade-package= " \
	"--upgrade-group= --resolution= --prerelease= --prerelease-package= --fork-strategy= " \
	"--exclude-newer= --exclude-newer-package= --no-sources --no-sources-package= " \
	"--reinstall,--force-reinstall --reinstall-package= --link-mode= " \
	"--compile-bytecode,--compile --no-compile-bytecode,--no-compile " \
	"-C,--config-setting,--config-settings= --config-settings-package= " \
	"--no-build-isolation-package= -n,--no-cache,--no-cache-dir --refresh " \
	"--refresh-package= -p,--python= --managed-python --no-managed-python " \
	"--no-python-downloads --python-preference= --allow-python-downloads --color= " \
	"--native-tls --system-certs --offline --trusted-host,--allow-insecure-host= " \
	"--no-progress --preview --no-preview --preview-features= --directory= --project= " \
	"--config-file= --no-config --no-build --no-build-package= --no-binary-package= " \
	"--require-build-hashes --no-require-build-hashes --only-binary-package= --cert= "

static const char uv_pip[] = OF_EVERY_PIP OF_UV
	"--no-editable --no-editable-package= --overrides,--override= --excludes= "
	"-b,--build-constraints,--build-constraint= --extra= --all-extras --no-verify-hashes "
	"--verify-hashes --system --no-system --no-break-system-packages --python-platform= "
	"--exact --strict --no-strict --check --output-format= --torch-backend= "
	"--disable-pip-version-check ";

/* For the project: "--editable" and "--no-binary" are flags. */
static const char uv_add[] =
	"--editable --no-binary " OF_EVERY_PIP OF_UV
	"-m,--marker= --dev --optional= --raw,--raw-sources --no-raw --bounds= --rev= --tag= "
	"--branch= --lfs --extra= --no-sync --locked --frozen --active --no-active --package= "
	"--script= --workspace --no-workspace --no-install-project --no-install-workspace "
	"--no-install-local --no-install-package= --no-editable ";

static const char poetry[] =
	"-G,--group= -D,--dev -e,--editable -E,--extras= --optional= --python= --platform= "
	"--markers= --source= --allow-prereleases --dry-run --lock -h,--help -q,--quiet "
	"-V,--version --ansi --no-ansi -n,--no-interaction --no-plugins --no-cache -P,--project= "
	"-C,--directory= -v,-vv,-vvv,--verbose ";

static const char pdm[] =
	"-h,--help -v,--verbose -q,--quiet -g,--global -p,--project= -L,--lockfile= "
	"--frozen-lockfile,--no-lock --override= --pre,--prerelease --stable -u,--unconstrained "
	"--dry-run --venv= -k,--skip= -d,--dev -G,--group= --no-sync --save-compatible "
	"--save-safe-compatible --save-wildcard --save-exact --save-minimum --update-reuse "
	"--update-eager --update-all --update-reuse-installed -e,--editable= --no-editable "
	"--no-self --fail-fast,-x --no-isolation -C,--config-setting= ";

static const char pipenv[] =
	"-h,--help --system --deploy --site-packages --no-site-packages --pypi-mirror= "
	"-v,--verbose -q,--quiet --clear --python= --pre --extra-pip-args= --resolver= -d,--dev "
	"--categories= --extras= --all --config-settings= -i,--index= -r,--requirements= "
	"--ignore-pipfile -e,--editable= --skip-lock --keep-outdated --selective-upgrade "
	"--sequential --three --two --lock ";

#define OF_EVERY_CONDA \
	"-n,--name= -p,--prefix= -c,--channel= --override-channels --no-deps --only-deps " \
	"--no-pin --no-shortcuts -y,--yes -q,--quiet -v,-vv,-vvv,--verbose --json --offline " \
	"-d,--dry-run --download-only -f,--file= --force-reinstall --freeze-installed " \
	"--strict-channel-priority --no-channel-priority --repodata-use-zst " \
	"--no-repodata-use-zst --revision= --platform,--subdir= -h,--help --solver= "

static const char conda[] = OF_EVERY_CONDA
	"--use-local --repodata-fn= --experimental= --lock --no-lock --channel-priority --copy "
	"--always-copy --shortcuts-only= -C,--use-index-cache -k,--insecure --show-channel-urls "
	"--dev --no-update-deps --update-deps,--update-dependencies --no-update-dependencies "
	"-S,--satisfied-skip-solve --update-all,--all --update-specs --clobber -m,--mkdir "
	"--clone= --no-default-packages --console= --trace --debug --report-errors= --force "
	"--prune --environment-specifier,--env-spec= --format= --alt-hint --unknown "
	"-s,--subscribe ";

static const char mamba[] = OF_EVERY_CONDA
	"--rc-file= --no-rc --no-env --log-level= --experimental --use-uv --use-lockfiles "
	"-r,--root-prefix= --relocate-prefix= --ssl-verify= --ssl-no-revoke --cacert-path= "
	"--retry-clean-cache --repodata-ttl= --channel-priority= --channel-alias= --no-py-pin "
	"--pyc --no-pyc --allow-softlinks --no-allow-softlinks --always-copy --always-softlink "
	"--safety-checks= --extra-safety-checks --no-extra-safety-checks --verify-artifacts "
	"--trusted-channels= --shortcuts --category,--categories= --version --insecure,-k "
	"--use-local --copy --update-all,--all --no-update-deps --update-specs --update-deps "
	"-S,--satisfied-skip-solve --show-channel-urls -m,--mkdir --clone= --repodata-fn= "
	"--no-banner --debug --no-default-packages --dev ";

static const char pixi[] =
	"--manifest-path= -w,--workspace= --pypi -p,--platform= -f,--feature= -g,--git= --branch= "
	"--tag= --rev= -s,--subdir= --no-install --no-lockfile-update --frozen --locked "
	"--revalidate --editable --index= --host --build --auth-file= --concurrent-downloads= "
	"--concurrent-solves= --pinning-strategy= --pypi-keyring-provider= "
	"--run-post-link-scripts --tls-no-verify --tls-root-certs= "
	"--use-environment-activation-cache --no-progress --color= -q,--quiet "
	"-v,-vv,-vvv,--verbose -h,--help -c,--channel= --no-config ";

/* A row of "-r,--requirement=": its names and whether it takes a value. */
static struct span names_of(struct span row, bool *takes)
{
	*takes = span_ends(row, "=");
	return span_sub(row, 0, row.n - *takes);
}

/* Its first long name, where `name` is one of them or, with `front`, begins one. */
static bool is_row(struct span row, struct span name, bool front, struct span *title)
{
	struct span one;
	bool ret = false;

	*title = name;
	while (span_next(&row, ',', &one)) {
		ret |= span_eq(one, name) || (front && one.n > name.n && name.n > 3 &&
					      memcmp(one.p, name.p, name.n) == 0);
		if (span_starts(one, "--") && title->p == name.p)
			*title = one;
	}
	return ret;
}

/* What stands around that place of the table. */
static struct span row_around(struct span table, const char *at)
{
	size_t begin = (size_t)(at - table.p), end = begin;

	while (begin && table.p[begin - 1] != ' ')
		begin--;
	while (end < table.n && table.p[end] != ' ')
		end++;
	return span_sub(table, begin, end - begin);
}

/* The row of a name, of which the programs written in Python take the front alone where no other
 * option begins so; each word of a file is looked for. */
static bool row_of(const char *table, struct span name, bool front, struct env_option *ret)
{
	struct span all = span_of(table), rest = all;
	const char *at;
	size_t n = 0;

	while ((at = memmem(rest.p, rest.n, name.p, name.n))) {
		struct env_option is = { .known = true };
		struct span row = row_around(all, at);

		rest = span_from(all, (size_t)(row.p - all.p) + row.n + 1);
		if (!is_row(names_of(row, &is.takes), name, front, &is.name))
			continue;
		*ret = is;
		n++;
		if (!front)
			return true;
	}
	return n == 1;
}

static bool find(const char *table, struct span name, struct env_option *ret)
{
	bool abbreviates = table != uv_pip && table != uv_add && table != pixi;

	return row_of(table, name, false, ret) ||
	       (abbreviates && span_starts(name, "--") && row_of(table, name, true, ret));
}

size_t env_option_read(const char *table, const char *word, struct env_option *to, size_t most)
{
	struct span s = span_of(word), name = s, value = { NULL, 0 };
	size_t n = 0;

	if (span_starts(s, "--")) {
		value = s;
		(void)span_next(&value, '=', &name);
		to[0] = (struct env_option){ .name = name };
		(void)find(table, name, &to[0]);
		to[0].value = value;
		return 1;
	}
	if (find(table, s, &to[0]))
		return 1;
	for (size_t i = 1; i < s.n && n < most; i++) {
		char letter[] = { '-', s.p[i], '\0' };

		to[n] = (struct env_option){ .name = s };
		(void)find(table, span_of(letter), &to[n]);
		if (!to[n++].known)
			break;
		if (to[n - 1].takes && i + 1 < s.n) {
			to[n - 1].value = span_from(s, i + 1 + (s.p[i + 1] == '='));
			break;
		}
	}
	return n;
}

const char *env_option_table(struct span program, bool add)
{
	static const struct {
		const char *program, *table;
	} tables[] = {
		{ "poetry", poetry }, { "pdm", pdm },   { "pipenv", pipenv },
		{ "conda", conda },   { "mamba", mamba }, { "micromamba", mamba },
		{ "pixi", pixi },
	};

	if (span_is(program, "uv"))
		return add ? uv_add : uv_pip;
	return FIRST_TELLS(x, ROWS(tables), span_is(program, x->program), x->table, pip);
}
