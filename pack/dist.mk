# make dist, make page, make check-dist: what is given away, into dist/; see README here.
B ?= build/pack
TARGETS := $(shell tail -n +2 pack/targets.csv | cut -d , -f 1)
VERSION := $(shell sed -n 's/.*CUDAPLAN_VERSION "\(.*\)"/\1/p' src/version.h)
HERE := $(shell uname -m)
wheel_of = dist/cudaplan-$(VERSION)-py3-none-$(shell sed -n 's/^$(1),[^,]*,\([^,]*\),.*/\1/p' pack/targets.csv).whl
WHEELS := $(foreach t,$(TARGETS),$(call wheel_of,$(t)))
PROGRAMS := $(TARGETS:%=dist/cudaplan-$(VERSION)-linux-%)
PROGRAM := build/cudaplan
SOURCES := $(shell find src data kernels man po -type f) Makefile README.md LICENSE

.PHONY: dist dist-static check-dist deb page
.DELETE_ON_ERROR:

dist: $(PROGRAMS) $(WHEELS)
	cd dist && sha256sum $(notdir $(PROGRAMS) $(WHEELS)) >SHA256SUMS

# Those without a C library alone: for Alpine, BusyBox and images that hold nothing else.
dist-static: $(filter %-static,$(PROGRAMS))

$(B)/fetched: pack/fetch.sh pack/sources.csv pack/zig.txt
	sh pack/fetch.sh $(B)
	@touch $@

$(TARGETS:%=$(B)/%/cudaplan): $(B)/%/cudaplan: $(B)/fetched $(SOURCES) $(wildcard pack/config/*/*) \
		pack/libraries.mk pack/program.sh pack/targets.csv
	sh pack/program.sh $(B) $*
	@touch $@

$(PROGRAMS): dist/cudaplan-$(VERSION)-linux-%: $(B)/%/cudaplan
	install -D -m 755 $< $@

# What make install writes beside the program; this machine's program says the completions.
$(B)/tree/installed: $(B)/$(HERE)/cudaplan
	rm -rf $(B)/tree
	$(MAKE) -s B=$(B)/$(HERE) -o $< DESTDIR=$(B)/tree PREFIX= install
	@touch $@

$(B)/NOTICES: $(B)/fetched pack/notices.sh
	sh pack/notices.sh $(B)/src >$@

define wheel
$(call wheel_of,$(1)): $(B)/$(1)/cudaplan $(B)/tree/installed $(B)/NOTICES pack/wheel.py \
		$(wildcard pack/python/cudaplan/*)
	python3 pack/wheel.py $(B)/$(1)/cudaplan $(B)/tree \
		$(shell sed -n 's/^$(1),[^,]*,\([^,]*\),.*/\1/p' pack/targets.csv) $(B)/NOTICES dist
endef
$(foreach t,$(TARGETS),$(eval $(call wheel,$(t))))

# For this Debian alone, with its libraries.
deb:
	sh pack/deb.sh $(B)/deb dist

# The program for pages and other hosts of WebAssembly.
$(B)/wasm/cudaplan: $(B)/fetched $(SOURCES) $(wildcard pack/config/*/*) pack/libraries.mk pack/wasm.sh
	sh pack/wasm.sh $(B)
	@touch $@

dist/cudaplan.wasm: $(B)/wasm/cudaplan
	install -D -m 644 $< $@

# The C library is part of it there.
$(B)/wasm/NOTICES: $(B)/NOTICES
	@mkdir -p $(@D)
	{ cat $< && printf '\n==== wasi-libc and musl ====\n\n' && \
		cat $(B)/zig/ziglang/lib/libc/wasi/LICENSE-MIT $(B)/zig/ziglang/lib/libc/musl/COPYRIGHT; } >$@

# What the pictures show is judged by the program of this machine.
$(PROGRAM): $(SOURCES)
	$(MAKE) -s $@

dist/cudaplan.html: $(B)/wasm/cudaplan $(PROGRAM) $(B)/wasm/NOTICES pack/page.py pack/page_texts.py \
		pack/picture.py $(wildcard page/* po/*.po)
	@mkdir -p $(@D)
	python3 -B pack/page.py $< $(PROGRAM) $(B)/wasm/matrix.db $(B)/wasm/NOTICES $@

page: dist/cudaplan.html dist/cudaplan.wasm

check-dist: dist page
	sh tests/dist.sh $(B)
