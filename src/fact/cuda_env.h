/* The CUDA libraries that an environment brings, as files; NULL where there is none. */
#pragma once

struct cuda_env {
	const char *prefix;      /* as given or found */
	const char *site;        /* the folder of its packages that has torch or nvidia */
	const char *python;      /* its interpreter */
	const char *torch;       /* "2.15.0+cu132", by torch/version.py */
	const char *torch_cuda;  /* "13.2"; NULL for a CPU build */
	const char *cudart, *nvrtc, *nvrtc_builtins, *cudnn;
	const char *cudart_version;   /* of the file's name: "13" */
	const char *libtorch_cuda;    /* the library with torch's own device code */
};
