/* memory FILE…: reads every byte of the files through a mapping, to compare with. */
#include <fcntl.h>
#include <stdio.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t sum(const uint64_t *p, size_t n)
{
	uint64_t v[4] = { 0 };

	for (size_t i = 0; i + 4 <= n; i += 4)
		for (int k = 0; k < 4; k++)
			v[k] += p[i + (size_t)k];
	return v[0] + v[1] + v[2] + v[3];
}

static int one(const char *path, uint64_t *total)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p;

	if (fd < 0 || fstat(fd, &st) || st.st_size == 0)
		return -1;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return -1;
	*total += sum(p, (size_t)st.st_size / sizeof(uint64_t));
	return munmap(p, (size_t)st.st_size);
}

int main(int argc, char **argv)
{
	uint64_t total = 0;

	for (int i = 1; i < argc; i++)
		if (one(argv[i], &total))
			return 1;
	return printf("%llu\n", (unsigned long long)total) < 0;
}
