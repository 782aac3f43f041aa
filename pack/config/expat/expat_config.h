/* expat's configuration for Linux: salt by the system call, else from /dev/urandom. */
#define BYTEORDER 1234
#define HAVE_SYSCALL_GETRANDOM 1
#define XML_CONTEXT_BYTES 1024
#define XML_DEV_URANDOM 1
#define XML_DTD 1
#define XML_NS 1
