/* cmocka's configuration for Linux. */
#define HAVE_CLOCK_REALTIME 1
#define HAVE_GCC_THREAD_LOCAL_STORAGE 1
#define HAVE_INTTYPES_H 1
#define HAVE_MALLOC_H 1
#define HAVE_SIGLONGJMP 1
#define HAVE_SIGNAL_H 1
#define HAVE_STRINGS_H 1
#define HAVE_STRSIGNAL 1
#define HAVE_STRUCT_TIMESPEC 1
