/* expat's configuration: salt by Linux's system call, else from /dev/urandom; WASI's own call. */
#define BYTEORDER 1234
#ifdef __wasi__
#define HAVE_ARC4RANDOM_BUF 1
#else
#define HAVE_SYSCALL_GETRANDOM 1
#endif
#define XML_CONTEXT_BYTES 1024
#define XML_DEV_URANDOM 1
#define XML_DTD 1
#define XML_NS 1
