/*
 * make-pe FATBIN >cudart64_12.dll: a PE file as Windows has them, around the device code of a
 * fixture: two imported libraries and a version among its resources. See make-fixtures.sh.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
	HEADER = 64, OPTIONAL = HEADER + 24, SECTIONS = OPTIONAL + 240, IMPORTS = 512,
	RESOURCES = 1024, VERSION = 96, RESOURCES_SIZE = 384, CODE = 1536, ROOM = 16384,
	IMPORT_ADDRESS = 0x1000, CODE_ADDRESS = 0x2000, RESOURCE_ADDRESS = 0x8000,
};

static uint8_t b[ROOM];

static void put16(size_t at, unsigned v)
{
	b[at] = (uint8_t)v;
	b[at + 1] = (uint8_t)(v >> 8);
}

static void put32(size_t at, uint32_t v)
{
	put16(at, v & 0xffff);
	put16(at + 2, v >> 16);
}

static void section(unsigned i, const char *name, uint32_t address, uint32_t at, uint32_t n)
{
	size_t head = SECTIONS + i * 40u;

	memcpy(b + head, name, strlen(name));
	put32(head + 8, n);
	put32(head + 12, address);
	put32(head + 16, n);
	put32(head + 20, at);
}

/* One imported library: its descriptor, and the name 256 bytes behind the first. */
static void import(unsigned i, const char *name)
{
	size_t at = 256 + i * 32u;

	put32(IMPORTS + i * 20u + 12, (uint32_t)(IMPORT_ADDRESS + at));
	memcpy(b + IMPORTS + at, name, strlen(name));
}

static void headers(void)
{
	memcpy(b, "MZ", 2);
	put32(60, HEADER);
	memcpy(b + HEADER, "PE\0\0", 4);
	put16(HEADER + 4, 0x8664);
	put16(HEADER + 6, 3);
	put16(HEADER + 20, 240);
	put16(OPTIONAL, 0x20b);
	put32(OPTIONAL + 108, 16);
	put32(OPTIONAL + 120, IMPORT_ADDRESS);
	put32(OPTIONAL + 128, RESOURCE_ADDRESS);
}

/* A directory of one entry. */
static void directory(size_t at, uint32_t id, uint32_t to)
{
	put16(RESOURCES + at + 14, 1);
	put32(RESOURCES + at + 16, id);
	put32(RESOURCES + at + 20, to);
}

static void wide(size_t at, const char *s)
{
	for (; *s; s++, at += 2)
		put16(at, (uint8_t)*s);
}

static void version(void)
{
	size_t at = RESOURCES + VERSION;

	directory(0, 16, 24u | 1u << 31);
	directory(24, 1, 48u | 1u << 31);
	directory(48, 1033, 72);
	put32(RESOURCES + 72, RESOURCE_ADDRESS + VERSION);
	put32(RESOURCES + 76, RESOURCES_SIZE - VERSION);
	wide(at + 6, "VS_VERSION_INFO");
	put32(at + 40, 0xfeef04bd);
	put32(at + 48, 6u << 16 | 14);
	put32(at + 52, 11u << 16 | 12090);
	wide(at + 96, "FileDescription");
	wide(at + 128, "NVIDIA CUDA Runtime, Version 12.9.79 ");
}

int main(int argc, char **argv)
{
	FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
	size_t n = f ? fread(b + CODE, 1, ROOM - CODE, f) : 0;

	if (!n || n == ROOM - CODE)
		return 1;
	headers();
	section(0, ".rdata", IMPORT_ADDRESS, IMPORTS, RESOURCES - IMPORTS);
	section(1, ".nv_fatb", CODE_ADDRESS, CODE, (uint32_t)n);
	section(2, ".rsrc", RESOURCE_ADDRESS, RESOURCES, RESOURCES_SIZE);
	import(0, "nvcuda.dll");
	import(1, "KERNEL32.dll");
	version();
	fwrite(b, 1, CODE + n, stdout);
	return fclose(f) | fclose(stdout);
}
