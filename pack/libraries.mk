# make -f pack/libraries.mk B=FOLDER SRC=FOLDER CC=… AR=…: the libraries that are part of the
# program, each as $(B)/lib/libNAME.a, and their headers in $(B)/include.
#
# A library is a name in LIBRARIES and up to four lines: the files to compile, without .c, relative
# to its folder in SRC; its flags; the headers that the program includes, and the folder of include/
# they go into. Its source is a row of sources.csv.
LIBRARIES := archive bz2 cmocka expat nettle pcre2 sodium sqlite3 yajl yaml z zstd
# Of these only the headers are needed: they are opened when the program runs.
HEADERS := curl isal

pack := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
OPT ?= -O2
FLAGS := $(OPT) -DNDEBUG -fPIC -ffunction-sections -fdata-sections -w -ffile-prefix-map=$(SRC)=. \
	-fno-sanitize=undefined

# Read only, of tar with bzip2 or zstd. What names another program is left out.
archive.c := $(addprefix libarchive/archive_,acl check_magic entry entry_sparse entry_xattr \
	pack_dev rb read read_append_filter read_set_format read_set_options options \
	read_support_filter_bzip2 read_support_filter_zstd read_support_format_tar string \
	string_sprintf util virtual)
archive.flags := -DHAVE_CONFIG_H -I$(pack)/config/archive
archive.headers := libarchive/archive.h libarchive/archive_entry.h

bz2.c := blocksort bzlib compress crctable decompress huffman randtable
bz2.headers := bzlib.h

# For the tests; no part of the program. It would define uintptr_t anew where it sees no glibc.
cmocka.c := src/cmocka
cmocka.flags := -DHAVE_CONFIG_H -I$(pack)/config/cmocka -I$(SRC)/cmocka/include -D_UINTPTR_T_DEFINED
cmocka.headers := include/cmocka.h include/cmocka_pbc.h

curl.headers := $(addprefix include/curl/,curl.h curlver.h easy.h header.h mprintf.h multi.h \
	options.h stdcheaders.h system.h typecheck-gcc.h urlapi.h websockets.h)
curl.into := curl

# Its salt from the kernel: Debian's uses arc4random, which glibc has from 2.36 on.
expat.c := $(addprefix expat/lib/,xmlparse xmlrole xmltok)
expat.flags := -I$(pack)/config/expat
expat.headers := expat/lib/expat.h expat/lib/expat_external.h

isal.headers := include/igzip_lib.h include/types.h
isal.into := isa-l

nettle.c := base16-encode base64-encode base64url-encode sha256 sha256-compress write-be32
nettle.headers := base16.h base64.h nettle-types.h sha2.h
nettle.into := nettle

pcre2.c := $(addprefix src/pcre2_,auto_possess chartables compile config context convert dfa_match \
	error extuni find_bracket maketables match match_data newline ord2utf pattern_info \
	script_run serialize string_utils study substitute substring tables ucd valid_utf xclass)
pcre2.flags := -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_UNICODE -DPCRE2_STATIC
pcre2.headers := src/pcre2.h

# To check signatures by Ed25519 only.
sodium.c := $(addprefix src/libsodium/,$(addprefix crypto_sign/ed25519/,sign_ed25519 ref10/open ref10/sign) \
	crypto_core/ed25519/ref10/ed25519_ref10 crypto_hash/sha512/cp/hash_sha512_cp \
	crypto_verify/sodium/verify randombytes/randombytes $(addprefix sodium/,codecs core utils))
sodium.flags := -DCONFIGURED=1 -DNATIVE_LITTLE_ENDIAN=1 -I$(SRC)/sodium/src/libsodium/include/sodium \
	-I$(SRC)/sodium/src/libsodium/include
sodium.headers := $(addprefix src/libsodium/include/sodium/,crypto_hash_sha512.h crypto_sign_ed25519.h export.h utils.h)
sodium.into := sodium

# As Debian has it, but for what the program does not use.
sqlite3.c := sqlite3
sqlite3.flags := -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_SECURE_DELETE \
	-DSQLITE_OMIT_LOOKASIDE -DSQLITE_USE_URI -DSQLITE_OMIT_LOAD_EXTENSION -DHAVE_ISNAN \
	-DSQLITE_MAX_VARIABLE_NUMBER=250000
sqlite3.headers := sqlite3.h

yajl.c := src/yajl $(addprefix src/yajl_,alloc buf encode gen lex parser tree version)
yajl.headers := $(addprefix src/api/yajl_,common.h gen.h parse.h tree.h version.h)
yajl.into := yajl

yaml.c := $(addprefix src/,api dumper emitter loader parser reader scanner writer)
yaml.flags := -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
	-DYAML_VERSION_STRING='"0.2.5"'
yaml.headers := include/yaml.h

z.c := adler32 crc32 deflate inffast inflate inftrees trees zutil compress uncompr
z.headers := zlib.h zconf.h

# To unpack only.
zstd.c := $(addprefix lib/common/,debug entropy_common error_private fse_decompress xxhash \
	zstd_common) $(addprefix lib/decompress/,huf_decompress zstd_ddict zstd_decompress \
	zstd_decompress_block)
zstd.flags := -DZSTD_DISABLE_ASM -DXXH_NAMESPACE=ZSTD_
zstd.headers := lib/zstd.h lib/zstd_errors.h

# In a page (SYSTEM=wasi) there are no threads, no files for SQLite, and no packages to unpack.
ifeq ($(SYSTEM),wasi)
LIBRARIES := $(filter-out archive bz2 cmocka,$(LIBRARIES))
HEADERS := archive curl
sqlite3.c += memory
sqlite3.flags += -USQLITE_THREADSAFE -DSQLITE_THREADSAFE=0 -DSQLITE_OS_OTHER=1
sodium.flags += -D_WASI_EMULATED_SIGNAL
endif

.PHONY: all
all: $(LIBRARIES:%=$(B)/lib/lib%.a)

.SECONDARY:
headers := $(B)/include/.copied
$(headers): $(foreach l,$(LIBRARIES) $(HEADERS),$($(l).headers:%=$(SRC)/$(l)/%))
	$(foreach l,$(LIBRARIES) $(HEADERS),mkdir -p $(B)/include/$($(l).into) && \
		cp $($(l).headers:%=$(SRC)/$(l)/%) $(B)/include/$($(l).into)/ &&) :
	@touch $@

define rules
$(B)/obj/lib/$(1)/%.o: $(SRC)/$(1)/%.c $(headers) $(pack)/libraries.mk
	@mkdir -p $$(@D)
	$$(CC) $(FLAGS) $($(1).flags) -I$(B)/include -c -o $$@ $$<

$(B)/obj/lib/$(1)/%.o: $(pack)/config/$(1)/%.c $(headers) $(pack)/libraries.mk
	@mkdir -p $$(@D)
	$$(CC) $(FLAGS) $($(1).flags) -I$(B)/include -c -o $$@ $$<

$(B)/lib/lib$(1).a: $($(1).c:%=$(B)/obj/lib/$(1)/%.o)
	@mkdir -p $$(@D)
	@rm -f $$@
	$$(AR) rcsD $$@ $$^
endef
$(foreach l,$(LIBRARIES),$(eval $(call rules,$(l))))
