#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/file.h"
#include "read/host/node_stream.h"

int fuzz_one(const uint8_t *data, size_t n);

/* A list of nodes as it comes: nodes, one sentence, or all that was read of something else. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	IO_AUTO in = { "fuzz", memfd_create("fuzz", MFD_CLOEXEC), false };
	struct span head = { NULL, 0 };
	struct hosts hosts = { 0 };
	struct err e = { 0 };
	int rc;

	if (in.file < 0 || write(in.file, data, n) != (ssize_t)n || lseek(in.file, 0, SEEK_SET))
		abort();
	rc = node_stream_read(&a, "fuzz", &in, &hosts, &head, &e);
	if (rc == ERR_NONE ? head.n > n || memcmp(head.p, data, head.n) != 0 :
	    rc && (rc != ERR_INPUT || (!e.text[0] && !e.form)))
		__builtin_trap();
	return 0;
}
