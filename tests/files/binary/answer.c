/* Stand-ins for libcurand (a constant of its own) and libcudart (one that another function has). */
#ifdef RUNTIME
static __attribute__((noinline, noclone)) int version_of(int *v)
{
	if (!v)
		return 1;
	*v = 11010;
	return 0;
}

int cudaRuntimeGetVersion(int *v);

int cudaRuntimeGetVersion(int *v)
{
	volatile int code = version_of(v);

	return code ? 100 : 0;
}
#else
int curandGetVersion(int *v);

int curandGetVersion(int *v)
{
	if (!v)
		return 105;
	*v = 10307;
	return 0;
}
#endif
