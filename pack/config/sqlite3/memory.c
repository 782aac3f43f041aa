/*
 * What SQLite asks of a system where there is none (SQLITE_OS_OTHER): databases lie in memory
 * (sqlite3_deserialize), no file can be opened.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sqlite3.h"

static int no_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *ret)
{
	(void)vfs, (void)name, (void)flags, (void)ret;
	file->pMethods = NULL;
	return SQLITE_CANTOPEN;
}

static int no_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs, (void)name, (void)sync;
	return SQLITE_IOERR_DELETE;
}

static int no_access(sqlite3_vfs *vfs, const char *name, int flags, int *ret)
{
	(void)vfs, (void)name, (void)flags;
	*ret = 0;
	return SQLITE_OK;
}

static int same_name(sqlite3_vfs *vfs, const char *name, int n, char *to)
{
	(void)vfs;
	sqlite3_snprintf(n, to, "%s", name);
	return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int n, char *to)
{
	(void)vfs;
	return getentropy(to, (size_t)(n < 256 ? n : 256)) == 0 ? n : 0;
}

static int wait(sqlite3_vfs *vfs, int microseconds)
{
	(void)vfs;
	return microseconds;
}

static int now(sqlite3_vfs *vfs, double *ret)
{
	(void)vfs;
	*ret = (double)time(NULL) / 86400.0 + 2440587.5; /* the Julian day of 1970-01-01 */
	return SQLITE_OK;
}

int sqlite3_os_init(void)
{
	static sqlite3_vfs vfs = {
		.iVersion = 1,
		.szOsFile = sizeof(sqlite3_file),
		.mxPathname = 1024,
		.zName = "none",
		.xOpen = no_open,
		.xDelete = no_delete,
		.xAccess = no_access,
		.xFullPathname = same_name,
		.xRandomness = randomness,
		.xSleep = wait,
		.xCurrentTime = now,
	};

	return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void)
{
	return SQLITE_OK;
}
