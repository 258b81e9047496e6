#include <pthread.h>

/* GNU extensions that the Glibc module of Swift lacks. */
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int pthread_getname_np(pthread_t thread, char *name, size_t length);
