# make, make check, make bench, make install; see README.md. Flags of the user are never overwritten.
B ?= build
PREFIX ?= /usr/local
DESTDIR ?=
CFLAGS ?= -O2 -g
WERROR ?=
LINK ?= static

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:

# All processors build where nobody says -j; several goals are made in the order in which they are typed.
ifeq ($(MAKELEVEL)$(word 2,$(MAKECMDGOALS)),0)
JOBS := $(if $(filter -j% --jobs%,$(MAKEFLAGS) $(shell echo "$$MAKEFLAGS")),,$(addprefix -j,$(shell nproc)))
MAKEFLAGS += $(JOBS)
endif

WARN := -Wall -Wextra -Wformat=2 -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wold-style-definition -Wwrite-strings -Wpointer-arith -Wcast-qual -Wundef -Wvla \
	-Wnull-dereference -Wimplicit-fallthrough -Wno-format-nonliteral $(if $(WERROR),-Werror)
# What this compiler and C library have of it; HARDEN= leaves it out, as without optimisation.
has = $(shell $(CC) -Werror $(1) -x c -c -o /dev/null /dev/null 2>/dev/null && echo $(1))
hash := \#
FORTIFY = $(if $(shell printf '$(hash)include <features.h>\n$(hash)if __USE_FORTIFY_LEVEL < 3\n$(hash)error\n$(hash)endif\n' | \
	$(CC) -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -E - >/dev/null 2>&1 && echo 3),3,2)
ifeq ($(origin HARDEN),undefined)
HARDEN := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$(FORTIFY) -fstack-protector-strong \
	$(call has,-fstack-clash-protection) $(call has,-fcf-protection)
endif
LANG_C := -std=gnu11 -D_GNU_SOURCE -include base/banned.h
OWN := -Isrc -I$(B) -fPIE -ffunction-sections \
	-fdata-sections -ffile-prefix-map=$(CURDIR)=. -fdebug-prefix-map="$$PWD"=.
OWNLD := -pie -Wl,-z,relro,-z,now -Wl,--as-needed -Wl,--gc-sections

# A library goes into the program where Debian ships it as an archive (LINK=static), so that the
# one file runs on a machine that lacks it; LINK=shared is for distributions.
archive = $(and $(filter static,$(LINK)),$(filter /%,$(shell $(CC) -print-file-name=lib$(1).a)))
lib = $(if $(call archive,$(1)),-l:lib$(1).a,-l$(2))
LIBS := $(call lib,sqlite3,sqlite3) $(call lib,expat,expat) $(call lib,yajl_s,yajl) \
	$(call lib,yaml,yaml) $(call lib,nettle,nettle) $(call lib,sodium,sodium) $(call lib,zstd,zstd) $(call lib,z,z) \
	$(call lib,pcre2-8,pcre2-8) -lm -lpthread -ldl

# ISA-L is opened when it is there; its headers decide at build time. ISAL= leaves it out.
ISAL ?= $(shell echo '$(hash)include <isa-l/igzip_lib.h>' | $(CC) -E - >/dev/null 2>&1 && echo -DHAVE_ISAL)
OWN += $(ISAL)

# What differs between systems: of src/os, NAME_*.c of those named here; the rest all have in common.
SYSTEM ?= posix
SYSTEMS := posix wasi
OS := $(filter-out $(SYSTEMS:%=src/os/%_%),$(wildcard src/os/*.c)) $(wildcard $(SYSTEM:%=src/os/%_*.c))

SRC := $(sort $(filter-out src/os/%,$(wildcard src/*/*.c src/*/*/*.c)) $(OS))
OBJ := $(SRC:src/%.c=$(B)/obj/%.o)
DATA := $(sort $(wildcard data/*.csv data/*.sql data/*/*.csv data/*/*.sql)) data/build.sh

.PHONY: dist dist-static dist-matrix refresh deb check-dist page check-page check-page-node check-cuda check-runtime check-real check-real-wheels check-real-envs all plan check check-samples asan memcheck mutants fuzz lint weigh cover bench growth install uninstall deps clean

all: $(B)/cudaplan $(B)/man/cudaplan-findings.7

# What the README's first command ends with: a plan for this machine, or for a sample host.
plan: $(B)/cudaplan
	@sh tests/plan.sh $(B)/cudaplan

# What readers need of the data, who know no matrix: the same rows, compiled in.
ROWS := python/release python/system python/libc python/manylinux torch/library_part torch/backend channel \
	meta since driver/branch driver/chip driver/cloud driver/word host/title host/key \
	host/query host/label host/element host/anchor host/collected host/naming host/sentence host/session
$(ROWS:%=$(B)/rows/%.def): $(B)/rows/%.def: data/%.csv data/rows.sh
	@mkdir -p $(@D)
	sh data/rows.sh $< >$@.new && mv $@.new $@

# Manifests, as one text each that ends without a line's end.
MANIFESTS := k8s_facts k8s_job actions_head actions_tail
$(MANIFESTS:%=$(B)/rows/manifest/%.def): $(B)/rows/manifest/%.def: data/manifest/%.yaml Makefile
	@mkdir -p $(@D)
	sed 's/["\\]/\\&/g; $$!s/$$/\\n/; s/.*/"&"/' $< >$@.new && mv $@.new $@

# The keys by which a matrix that is handed on may be signed: cudaplan-matrix(5).
KEYS := $(sort $(wildcard pack/keys/*.pub))
$(B)/rows/key.def: $(KEYS) Makefile
	@mkdir -p $(@D)
	@for key in $(KEYS); do sed -n '2s/.*/KEY("&")/p' $$key; done >$@.new && mv $@.new $@

# The forms and names of facts of all sentences. They are only touched where one came or went, so
# that an edited sentence compiles one file.
SAID := $(B)/rows/form.def $(B)/rows/fact_name.def
$(B)/rows/form.def: PICK := s/^WORDS\(_COUNT\)*(\([A-Z_0-9]*\),.*/FORM(\2)/p
$(B)/rows/fact_name.def: PICK := /^ \*/d; s/[^{]*{\([a-z_]*\)}[^{]*/FACT(\1)\n/g; s/\n$$//p
$(SAID): src/show/words.def Makefile
	@mkdir -p $(@D)
	@sed -n '$(PICK)' $< | LC_ALL=C sort -u >$@.new
	@cmp -s $@.new $@ || mv $@.new $@

$(OBJ) $(B)/obj/main.o: | $(ROWS:%=$(B)/rows/%.def) $(MANIFESTS:%=$(B)/rows/manifest/%.def) \
	$(B)/rows/key.def $(SAID)

$(B)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(LANG_C) $(OWN) $(HARDEN) $(WARN) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# A compiler that keeps objects (zig) does not see what .incbin takes in: its sum tells it.
sum_of = -DSUM=$$(cat $(1) | cksum | cut -d ' ' -f 1)

$(B)/obj/know/embed.o: src/know/embed.S $(B)/matrix.db $(B)/front.db
	@mkdir -p $(@D)
	$(CC) $(OWN) -DMATRIX_DB='"$(B)/matrix.db"' -DFRONT_DB='"$(B)/front.db"' \
		$(call sum_of,$(B)/matrix.db $(B)/front.db) -c -o $@ $<

# What is said in other languages: a file of po/ each, which are packed behind one another.
PO ?= $(sort $(wildcard po/*.po))
$(B)/languages: $(PO) Makefile
	@mkdir -p $(@D)
	@>$@.new; for po in $(PO); do \
		msgfmt --check-format --no-hash --endianness=little -o $@.mo $$po || exit; \
		{ printf '%-23s%8s\n' "$$(basename $$po .po)" $$(($$(wc -c <$@.mo))) && cat $@.mo; } >>$@.new; \
	done; mv $@.new $@

$(B)/obj/base/embed.o: src/base/embed.S $(B)/languages
	@mkdir -p $(@D)
	$(CC) $(OWN) -DLANGUAGES='"$(B)/languages"' $(call sum_of,$(B)/languages) -c -o $@ $<

$(B)/matrix.db: $(DATA)
	@mkdir -p $(@D)
	sh data/build.sh $@

$(B)/front.db: $(B)/matrix.db data/front.sh
	sh data/front.sh $< $@

$(B)/obj/probe/embed.o: src/probe/embed.S kernels/probe.ptx kernels/probe.cu
	@mkdir -p $(@D)
	$(CC) $(OWN) $(call sum_of,kernels/probe.ptx kernels/probe.cu) -c -o $@ $<

# The matrix takes longest of all: it begins first.
$(B)/libcudaplan.a: $(B)/obj/know/embed.o $(OBJ) $(B)/obj/base/embed.o $(B)/obj/probe/embed.o
	$(AR) rcsD $@.new $^ && mv $@.new $@

$(B)/cudaplan: $(B)/obj/main.o $(B)/libcudaplan.a
	$(CC) $(CFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $^ $(LIBS)

-include $(OBJ:.o=.d) $(B)/obj/main.d

# --- tests ---------------------------------------------------------------------------------------

UNIT := $(sort $(wildcard tests/unit/*.c))
FUZZ_H := $(wildcard tests/fuzz/*.h)
FUZZ := $(patsubst tests/fuzz/%.c,%,$(filter-out tests/fuzz/main_%.c,$(wildcard tests/fuzz/*.c)))
TESTFLAGS = $(LANG_C) $(OWN) $(WARN) $(CPPFLAGS) $(CFLAGS) -Itests -DTEST_FILES='"tests/files/"' \
	-DTEST_MATRIX='"$(B)/tests/matrix.db"' -DTEST_LIVE_MATRIX='"$(B)/matrix.db"' -DTEST_FRONT='"$(B)/front.db"' -DTEST_FAKE='"$(B)/fake/"'

# Tests stand on a frozen matrix, so that a new release changes no answer: tests/matrix/README.
FROZEN := $(sort $(wildcard tests/matrix/*.csv tests/matrix/*/*.csv))

$(B)/tests/matrix.db: $(DATA) $(FROZEN)
	@mkdir -p $(@D)
	sh data/build.sh $@ tests/matrix

$(B)/unit/%.o: tests/unit/%.c | $(SAID)
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) -MMD -MP -c -o $@ $<

$(B)/unit/all: $(UNIT:tests/unit/%.c=$(B)/unit/%.o) $(B)/libcudaplan.a | $(B)/tests/matrix.db
	$(CC) $(CFLAGS) $(OWNLD) $(LDFLAGS) -Wl,--wrap=strchr -o $@ $^ -lcmocka $(LIBS)

-include $(UNIT:tests/unit/%.c=$(B)/unit/%.d)

# Stand-ins for NVIDIA's libraries; the old one lacks what came after driver 340.
FAKE := $(B)/fake/nvml.so $(B)/fake/nvml-old.so $(B)/fake/cuda.so $(B)/fake/cudart.so \
	$(B)/fake/nvrtc.so $(B)/fake/stuck.so $(B)/fake/faults.so

$(B)/fake/nvml.so: tests/fake/nvml.c
$(B)/fake/nvml-old.so: tests/fake/nvml.c
$(B)/fake/cuda.so: tests/fake/cuda.c
$(B)/fake/cudart.so: tests/fake/cudart.c
$(B)/fake/nvrtc.so: tests/fake/nvrtc.c
$(B)/fake/stuck.so: tests/fake/stuck.c
$(B)/fake/faults.so: tests/fake/faults.c
$(B)/fake/cuda.so: NAME := -Wl,-soname,libcuda.so.1
$(B)/fake/nvml-old.so: OLD := -DOLD
$(FAKE):
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -D_GNU_SOURCE $(WARN) $(OLD) -O2 -g -fPIC -fvisibility=hidden -shared $(NAME) -o $@ $< -ldl

$(B)/json/validate: tests/json/validate.c $(B)/libcudaplan.a
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $^ $(LIBS)

# What the readers of environments find, as lines.
$(B)/env/dump: tests/env/dump.c $(B)/libcudaplan.a
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $^ $(LIBS)

# Targets that run whole commands put stand-ins before what they would open or start.
wrap = $(foreach f,$(1),-Wl,--wrap=$(f))
$(foreach d,replay fuzz,$(filter $(B)/$(d)/run_%,$(FUZZ:%=$(B)/$(d)/%))): \
	WRAP := $(call wrap,matrix_open matrix_close matrix_close_auto)
$(B)/replay/run_http $(B)/fuzz/run_http: WRAP += $(call wrap,dl_load os_sleep)
$(B)/replay/run_verify $(B)/fuzz/run_verify: WRAP += $(call wrap,child_run_all job_system job_gpu)

$(B)/replay/%: tests/fuzz/%.c tests/fuzz/main_replay.c $(B)/libcudaplan.a $(FUZZ_H)
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) $(WRAP) -o $@ $(filter-out %.h,$^) $(LIBS)

$(B)/http/liar: tests/http/liar.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -D_GNU_SOURCE $(WARN) $(CFLAGS) -o $@ $<

$(B)/make-zip: tests/make-zip.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -D_GNU_SOURCE $(WARN) $(CFLAGS) -o $@ $< $(call lib,z,z)

# --- checks: each is a target with its output in $(B)/check; make check runs them side by side ----

SCENARIOS := $(sort $(wildcard tests/cli/*.test tests/plan/*.test tests/today/*.test))
# Of these SOURCE_CHECKS read files and no program: a sanitizer has nothing to say there.
SOURCE_CHECKS := arrows codes emitters fetch findings help installers matrix mistakes names names_planted \
	page_limits readme release said rooms same top
SCRIPTS := $(patsubst tests/check/%.sh,%,$(wildcard tests/check/*.sh))
# Slow ones begin first, so that the last does not run alone.
FIRST_CHECKS := oom translated cures secret scenarios release unit
CHECKS := $(FIRST_CHECKS) $(filter-out $(FIRST_CHECKS),$(sort $(SCRIPTS) rooms seeds))
SKIPPED_CHECKS ?=

# What every check may need.
CHECKED := $(B)/cudaplan $(B)/man/cudaplan-findings.7 $(B)/cudaplan-oom $(B)/unit/all $(FAKE) \
	$(B)/json/validate $(B)/http/liar $(B)/env/dump $(B)/make-zip

CHECK_rooms = sh tests/arrows.sh
CHECK_unit = env -u ASAN_OPTIONS $(B)/unit/all
CHECK_seeds = env -u ASAN_OPTIONS sh tests/fuzz/replay.sh $(B)/replay $(FUZZ)
CHECK_scenarios = python3 tests/run.py $(B)/cudaplan $(SCENARIOS)

.PHONY: quick $(CHECKS:%=check-%)
$(CHECKS:%=check-%): check-%: $(CHECKED)
	@sh tests/one.sh $(B)/check $* "$(or $(CHECK_$*),sh tests/check/$*.sh $(B)/cudaplan)"
check-seeds: $(FUZZ:%=$(B)/replay/%)

# Whether what a change touches still holds, within a minute: what most changes break.
quick: $(patsubst %,check-%,scenarios unit codes findings names rooms help)

# All of them whatever fails; what failed is named last, with what repeats it alone.
check: $(CHECKED) $(if $(filter seeds,$(SKIPPED_CHECKS)),,$(FUZZ:%=$(B)/replay/%))
	@rm -rf $(B)/check
	@$(MAKE) --no-print-directory -k $(if $(findstring j,$(MAKEFLAGS)),,-j$(shell nproc)) \
		$(patsubst %,check-%,$(filter-out $(SKIPPED_CHECKS),$(CHECKS))) || true
	@sh tests/one.sh $(B)/check

# Runs over samples that are not part of the project: make check-samples DIR=…/samples
SAMPLES := $(patsubst tests/samples/%.sh,%,$(wildcard tests/samples/*.sh))

.PHONY: $(SAMPLES:%=check-samples-%)
$(SAMPLES:%=check-samples-%): check-samples-%: $(B)/cudaplan
	@sh tests/one.sh $(B)/samples $* "sh tests/samples/$*.sh $(B)/cudaplan $(DIR)"

check-samples: export LC_ALL := C.UTF-8
check-samples: $(B)/cudaplan
	@rm -rf $(B)/samples
	@$(MAKE) --no-print-directory -k $(if $(findstring j,$(MAKEFLAGS)),,-j$(shell nproc)) \
		$(SAMPLES:%=check-samples-%) || true
	@sh tests/one.sh $(B)/samples

# The program with an allocator that fails at the n-th call; see tests/oom.c.
$(B)/cudaplan-oom: tests/oom.c $(B)/obj/main.o $(B)/libcudaplan.a
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc -o $@ $^ \
		$(LIBS)

memcheck: $(B)/cudaplan $(B)/unit/all $(FAKE)
	sh tests/memcheck.sh $(B)

# The same program with a made-up language and no other: tests/check/translated.sh.
$(B)/made/template.pot: po/extract $(shell find src data -name '*.[ch]' -o -name '*.def' -o -name '*.csv')
	@mkdir -p $(@D)
	po/extract >$@

$(B)/made/po/xx.po: $(B)/made/template.pot tests/translated.py
	@mkdir -p $(@D)
	python3 tests/translated.py made $< >$@

$(B)/made/cudaplan: $(B)/made/po/xx.po $(B)/obj/main.o $(B)/libcudaplan.a
	$(MAKE) -s B=$(B)/made PO=$< $(B)/made/obj/base/embed.o
	$(CC) $(CFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $(B)/obj/main.o $(B)/made/obj/base/embed.o \
		$(B)/libcudaplan.a $(LIBS)

check-translated: $(B)/made/cudaplan

# Against the tools of an installed toolkit; against real wheels, which are downloaded (5 GB), and real
# environments that are broken and cured (6 GB more); with DIR=…/samples also real projects.
$(B)/ask: tests/ask.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -D_GNU_SOURCE $(WARN) $(CFLAGS) -o $@ $< -ldl

check-cuda: $(B)/cudaplan $(B)/ask
	sh tests/cuda.sh $(B)/cudaplan $(B)/ask $(DIR)

check-real: check-runtime check-real-wheels check-real-envs

check-real-wheels: $(B)/cudaplan
	sh tests/real.sh $(B)/cudaplan
	sh tests/real-extension.sh $(B)/cudaplan

check-real-envs: $(B)/cudaplan
	sh tests/real-env.sh $(B)/cudaplan
	sh tests/real-project.sh $(B)/cudaplan
	sh tests/real-emit.sh $(B)/cudaplan
	sh tests/real-picks.sh $(B)/cudaplan
	sh tests/real-plans.sh $(B)/cudaplan
	sh tests/real-conda.sh $(B)/cudaplan
	[ -z "$(DIR)" ] || sh tests/real-samples.sh $(B)/cudaplan $(DIR)

# NVIDIA's own runtimes and NVRTCs of CUDA 11, 12 and 13 upon a stand-in for the driver: the wheels
# in DIR, or downloaded (180 MB).
check-runtime: $(B)/cudaplan $(FAKE)
	sh tests/runtime.sh $(B)/cudaplan $(DIR)

# A real Slurm on this machine, pdsh, clush and Ansible: sh tests/deps.sh fleet brings them.
check-fleet: $(B)/cudaplan $(FAKE)
	sh tests/fleet.sh $(B)/cudaplan $(B)/fake

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# The matrix is the same whoever compiles the program.
MATRICES := matrix.db front.db tests/matrix.db
define same_matrix
$(MATRICES:%=$(1)/%): $(1)/%: $(B)/%
	@mkdir -p $$(@D)
	cp -p $$< $$@
endef
$(foreach b,asan fuzz,$(eval $(call same_matrix,$(B)/$(b))))

# Most of the time of a small run is the start: a program at a fixed address has no 300,000 places to
# relocate, and leaks are looked for in units and scenarios, which reach what the others repeat. The seeds
# are what make fuzz begins with; what asks at random asks less here, and something else. What is done
# with the answers of scenarios is done with every third.
ASAN_ASKS := TRIES=0 SEED=31 PAIRS=150 CASES=300 EXTENSIONS=150 CUTS=8 EVERY=3

asan: $(MATRICES:%=$(B)/asan/%)
	$(ASAN_ASKS) ASAN_OPTIONS=detect_leaks=0:exitcode=99 UBSAN_OPTIONS=exitcode=99 $(MAKE) B=$(B)/asan HARDEN= \
		CFLAGS='-O1 -g1 $(SANITIZE)' LDFLAGS='$(LDFLAGS) -no-pie -static-libasan -static-libubsan' \
		SKIPPED_CHECKS='$(SOURCE_CHECKS) seeds translated' check

# --- fuzzing: make fuzz [F=name] [T=seconds] --------------------------------------------------------

F ?= $(FUZZ)
T ?= 20
FUZZB := $(B)/fuzz
# What is undefined ends the program at its place, without a sentence: a quarter less to compile.
FUZZED := $(SANITIZE) -fsanitize-trap=undefined -fsanitize=fuzzer-no-link

fuzz: $(FUZZB)/matrix.db $(FUZZB)/front.db
	$(MAKE) B=$(FUZZB) CC=clang HARDEN= CFLAGS='-O1 -gline-tables-only $(FUZZED)' \
		$(F:%=$(FUZZB)/fuzz/%)
	printf '%s\n' $(F) | xargs -P $(shell nproc) -I@ sh tests/fuzz/fuzz.sh $(FUZZB)/fuzz/@ @ $(T)

$(B)/fuzz/%: tests/fuzz/%.c tests/fuzz/main_libfuzzer.c $(B)/libcudaplan.a $(FUZZ_H)
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) -fsanitize=fuzzer $(OWNLD) $(LDFLAGS) $(WRAP) -o $@ $(filter-out %.h,$^) \
		$(LIBS)

# --- installation ---------------------------------------------------------------------------------

MAN := $(sort $(wildcard man/*.[1-9])) $(B)/man/cudaplan-findings.7
MAN_ZH := $(sort $(wildcard man/zh_CN/*.[1-9])) $(B)/man/zh_CN/cudaplan-findings.7
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d
SCHEMADIR = $(PREFIX)/share/cudaplan/schema
MANDIR = $(PREFIX)/share/man
INSTALLED = $(PREFIX)/bin/cudaplan $(BASHDIR)/cudaplan $(ZSHDIR)/_cudaplan \
	$(FISHDIR)/cudaplan.fish $(foreach m,$(MAN),$(MANDIR)/man$(subst .,,$(suffix $m))/$(notdir $m)) \
	$(foreach m,$(MAN_ZH),$(MANDIR)/zh_CN/man$(subst .,,$(suffix $m))/$(notdir $m)) \
	$(patsubst data/schema/%,$(SCHEMADIR)/%,$(wildcard data/schema/*.json))

$(B)/man/cudaplan-findings.7: man/findings.sh src/fact/finding.def $(B)/matrix.db
	@mkdir -p $(@D)
	sh man/findings.sh $(B)/matrix.db >$@

$(B)/man/zh_CN/cudaplan-findings.7: man/findings.sh src/fact/finding.def $(B)/matrix.db po/zh_CN.po
	@mkdir -p $(@D)
	sh man/findings.sh $(B)/matrix.db po/zh_CN.po >$@

# The folders that are missing are written down, so that uninstall takes away no other.
FOLDERS = $(PREFIX)/share/cudaplan/folders

install: $(B)/cudaplan $(B)/man/cudaplan-findings.7 $(B)/man/zh_CN/cudaplan-findings.7
	made=$$(for d in $(sort $(dir $(INSTALLED))); do d=$${d%/}; \
		while [ -n "$$d" ] && [ ! -d "$(DESTDIR)$$d" ]; do echo "$$d"; d=$${d%/*}; done; \
		done | cat - '$(DESTDIR)$(FOLDERS)' 2>/dev/null | sort -ru); \
	install -d '$(DESTDIR)$(PREFIX)/share/cudaplan' && echo "$$made" >'$(DESTDIR)$(FOLDERS)'
	install -D -m 755 $(B)/cudaplan '$(DESTDIR)$(PREFIX)/bin/cudaplan'
	install -d '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	$(B)/cudaplan completion bash >'$(DESTDIR)$(BASHDIR)/cudaplan'
	$(B)/cudaplan completion zsh >'$(DESTDIR)$(ZSHDIR)/_cudaplan'
	$(B)/cudaplan completion fish >'$(DESTDIR)$(FISHDIR)/cudaplan.fish'
	for m in $(MAN); do install -D -m 644 $$m "$(DESTDIR)$(MANDIR)/man$${m##*.}/$${m##*/}" || exit; done
	for m in $(MAN_ZH); do \
		install -D -m 644 $$m "$(DESTDIR)$(MANDIR)/zh_CN/man$${m##*.}/$${m##*/}" || exit; done
	for j in $(wildcard data/schema/*.json); do \
		install -D -m 644 $$j "$(DESTDIR)$(SCHEMADIR)/$${j##*/}" || exit; done

# Removes what install wrote, and the folders that it made and that are empty then.
uninstall:
	for f in $(INSTALLED); do rm -f "$(DESTDIR)$$f"; done
	made=$$(cat '$(DESTDIR)$(FOLDERS)' 2>/dev/null); rm -f '$(DESTDIR)$(FOLDERS)'; \
	echo "$$made" | while read -r d; do \
		[ -z "$$d" ] || rmdir "$(DESTDIR)$$d" 2>/dev/null || true; done

# What is given away: one program per processor for every Linux since 2014, static ones, wheels; the page;
# pack/README.
dist dist-static deb check-dist page:
	$(MAKE) -f pack/dist.mk $@

# The matrix alone, for cudaplan update; KEY is the path of the secret key that signs it.
MAKE_A_KEY = signify-openbsd -G -n -c "cudaplan matrix" -p pack/keys/NAME.pub -s PATH/NAME.sec

dist-matrix: $(B)/matrix.db $(B)/front.db
	python3 pack/matrix.py $(B) $(or $(KEY),$(error KEY= names the secret key; $(MAKE_A_KEY) makes one)) dist \
		$(or $(KEYS),$(error pack/keys has no public key that programs trust; $(MAKE_A_KEY) makes one))
	! command -v dpkg-deb >/dev/null || sh pack/deb-matrix.sh dist/share dist

# A release of torch by one command: what the index of pip and the others have and data/ does not, then
# the build, the checks and the last releases once more. REFRESH has further options of data/refresh.
refresh: $(B)/cudaplan
	@python3 -B data/refresh --program $(B)/cudaplan --keep $(B)/refresh --report $(B)/refresh/questions $(REFRESH); \
	rc=$$?; case $$rc in 0 | 3 | 4) ;; *) exit $$rc ;; esac; \
	git diff --quiet -- data 2>/dev/null || { $(MAKE) all check && \
		python3 -B data/refresh --program $(B)/cudaplan --keep $(B)/refresh --again 3 $(REFRESH); } || exit; \
	[ ! -s $(B)/refresh/questions ] || { echo 'what only a person can tell, of the last rows that were written:'; \
		cat $(B)/refresh/questions; }; \
	[ $$rc != 4 ] || { echo 'refresh: not whole, a place was not reached: run it again, or with REFRESH=--partly'; exit 4; }

# The program of the page against the program itself, outside a browser; DIR has more samples.
check-page-node: $(B)/cudaplan page
	node tests/page.js dist/cudaplan.wasm $(B)/cudaplan tests/files $(DIR)

# The page in a browser; pictures of it in $(B)/page.
check-page: $(B)/cudaplan page
	python3 tests/page-browser.py dist/cudaplan.html $(B)/cudaplan $(B)/page \
		$(or $(DIR),$(addprefix tests/files/,host nvidia_smi env doctor explain))

# --- upkeep ----------------------------------------------------------------------------------------

deps:
	sh tests/deps.sh

lint:
	sh tests/lint.sh

# What the program weighs, and what it weighed at an earlier revision: make weigh SINCE=HEAD~20.
SINCE ?= HEAD~10

weigh:
	@python3 tests/weigh.py $(SINCE)

# Do tests fail when the code is wrong? N changes drawn by SEED, of the functions that changed since the
# revision SINCE, or of all: make mutants N=20 SINCE=HEAD~3. One that nothing notices takes a minute.
N ?= 20
SEED ?= 1

mutants: $(CHECKED)
	@nice python3 tests/mutants.py $(B) $(N) $(SEED) $(if $(filter command line,$(origin SINCE)),$(SINCE))

cover:
	$(MAKE) B=$(B)/cover HARDEN= CFLAGS='-O0 -g --coverage' check
	sh tests/cover.sh $(B)/cover

$(B)/bench/pair: tests/bench/pair.c $(B)/libcudaplan.a
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $^

$(B)/bench/empty: tests/bench/empty.c
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $< $(call lib,sqlite3,sqlite3) -lm -lpthread -ldl

$(B)/bench/empty-shared: tests/bench/empty.c
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $< -lsqlite3

$(B)/bench/inflate $(B)/bench/hosts $(B)/bench/names $(B)/bench/memory $(B)/bench/repodata: $(B)/bench/%: tests/bench/%.c $(B)/libcudaplan.a
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $^ $(LIBS)

bench: $(B)/cudaplan $(B)/env/dump $(patsubst %,$(B)/bench/%,pair empty empty-shared inflate hosts names memory repodata)
	sh tests/bench/bench.sh $(B)

# How the readers of text grow: every format at 2.5, 5 and 10 MB; above n^1.05 it fails. What only a
# network or a child sends is given to the readers of it, all else to the program; folders run side by side.
GROWN_SEEDS := http manifest verify_json
GROWN := online metadata $(GROWN_SEEDS)
GROWN_TEXTS := host env doctor/forms growth
.PHONY: $(GROWN:%=growth-%) $(GROWN_TEXTS:%=growth-%)
$(B)/bench/growth: tests/bench/growth.c $(B)/libcudaplan.a
	@mkdir -p $(@D)
	$(CC) $(TESTFLAGS) $(OWNLD) $(LDFLAGS) -o $@ $^ -lm

$(GROWN:%=growth-%): growth-%: $(B)/bench/growth $(B)/replay/%
	@$(B)/bench/growth -r $(abspath $(B))/replay/$* $(if $(filter $*,$(GROWN_SEEDS)),tests/fuzz/seeds,tests/files)/$*

$(GROWN_TEXTS:%=growth-%): growth-%: $(B)/bench/growth $(B)/cudaplan
	@$(B)/bench/growth $(abspath $(B))/cudaplan tests/files/$*

growth: $(B)/cudaplan $(B)/bench/growth $(GROWN:%=$(B)/replay/%)
	@$(MAKE) --no-print-directory -k $(if $(findstring j,$(MAKEFLAGS)),,-j$(shell nproc)) \
		$(addprefix growth-,$(GROWN_TEXTS) $(GROWN))

clean:
	rm -rf $(B)
