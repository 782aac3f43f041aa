/*
 * The probe: two kernels whose results the host can say beforehand, bit by bit. probe.ptx is the
 * same by hand. The sums of probe_multiply are whole numbers below 2^24, so float is exact.
 */
extern "C" __global__ void probe_fill(unsigned *out, unsigned n, unsigned seed)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = i * 2654435761u ^ seed;
}

/* c = a * b, square matrices of n rows, a thread for each element. */
extern "C" __global__ void probe_multiply(const float *a, const float *b, float *c, unsigned n)
{
	unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;

	if (row >= n || column >= n)
		return;
	for (unsigned k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	c[row * n + column] = sum;
}
