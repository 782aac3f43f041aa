#!/usr/bin/env python3
"""release.py FOLDER [TORCH VISION CUDA "SM…"]: an index with a release of torch that no table has, its companion and what it pins,
as PEP 503 pages without sizes, dates or METADATA beside; the index of PyTorch; a channel of conda."""
import hashlib
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "pack"))
from wheel import write  # noqa: E402

FILES = pathlib.Path("tests/files/binary")
TORCH, VISION, CUDA, SMS = sys.argv[2:] if len(sys.argv) > 2 else ("2.99.0", "0.99.0", "13.9", "80 90")
VARIANT = "cu" + CUDA.replace(".", "")
PINS = [f"cuda-toolkit[cublas,cudart]=={CUDA}.1; platform_system == \"Linux\"",
        "nvidia-cudnn-cu13==9.99.0.1; platform_system == \"Linux\"",
        "triton==9.9.0; platform_system == \"Linux\" and python_version < \"3.16\""]
if len(sys.argv) > 2:  # nothing that the code of this index could serve
    PINS = [PINS[0].replace("cublas,", ""), PINS[2]]


def metadata(name, version, needs, extra=""):
    return ("Metadata-Version: 2.1\nName: %s\nVersion: %s\nRequires-Python: >=3.11\n%s" %
            (name, version, "".join(f"Requires-Dist: {n}\n" for n in needs)) + extra).encode()


def wheel(folder, name, version, tag, needs, files, extra=""):
    full = f"{name}-{version}"
    entries = [(path, data, False) for path, data in files.items()]
    entries += [(f"{full}.dist-info/METADATA", metadata(name, version, needs, extra), False),
                (f"{full}.dist-info/WHEEL", f"Wheel-Version: 1.0\nTag: {tag}\n".encode(), False)]
    return write(folder, full, tag, entries)


def torch_files(local):
    code = (FILES / "libplain.so").read_bytes()
    return {"torch/version.py": f"__version__ = '{TORCH}{local}'\ncuda: Optional[str] = '{CUDA}'\n".encode(),
            "torch/lib/libtorch_cuda.so": code, "torch/lib/libtorch_python.so": b"\0" + " ".join(f"sm_{sm}" for sm in SMS.split()).encode() + b"\0" + code,
            "torch/lib/libgomp.so.1": (FILES / "libstub.so").read_bytes()}


def page(folder, paths, yanked=()):
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f'<a href="../../files/{p.name.replace("+", "%2B")}#sha256={hashlib.sha256(p.read_bytes()).hexdigest()}"'
             f' data-requires-python="&gt;=3.11"{" data-yanked" * (p.name in yanked)}>{p.name}</a>' for p in paths]
    (folder / "index.html").write_text("<html><body>\n" + "<br>\n".join(lines) + "\n</body></html>\n")


def main(to):
    to = pathlib.Path(to)
    at, code = to / "files", (FILES / "libplain.so").read_bytes()
    linux = [wheel(at, "torch", TORCH, f"cp{p}-cp{p}-manylinux_2_28_x86_64", PINS, torch_files("")) for p in ("312", "313")]
    windows = [wheel(at, "torch", TORCH, f"cp{p}-cp{p}-win_amd64", [], {"torch/version.py": b""}) for p in ("312", "313")]
    page(to / "simple/torch", linux + windows)
    page(to / "simple/torchvision", [
        wheel(at, "torchvision", VISION, f"cp312-cp312-{tag}", [f"torch=={TORCH}"], {"torchvision/_C.so": code})
        for tag in ("manylinux_2_28_x86_64", "win_amd64")])
    page(to / "simple/torchaudio", [])
    page(to / "simple/cuda-toolkit", [wheel(at, "cuda_toolkit", f"{CUDA}.1", "py3-none-any", [
        "nvidia-cublas==13.9.*; extra == \"cublas\"", "nvidia-nvrtc==13.9.*; extra == \"nvrtc\""], {})])
    page(to / "simple/nvidia-cublas", [wheel(at, "nvidia_cublas", f"13.9.0.{n}", "py3-none-manylinux_2_27_x86_64", [],
                                             {"nvidia/cu13/lib/libcublas.so.13": code}) for n in (3, 10)])
    page(to / "simple/nvidia-cudnn-cu13", [wheel(at, "nvidia_cudnn_cu13", "9.99.0.1", "py3-none-manylinux_2_27_x86_64", [],
                                                 {"nvidia/cudnn/lib/libcudnn.so.9": code, "nvidia/cudnn/lib/libcudnn_x.so.9": b""})])
    ptxas = {f"triton/backends/nvidia/bin/{n}": b"\0Cuda compilation tools, release %s, V%s.1\0" % (v, v)
             for n, v in (("ptxas", b"12.9"), ("ptxas-blackwell", b"13.2"))}
    page(to / "simple/triton", [wheel(at, "triton", "9.9.0", "cp312-cp312-manylinux_2_28_x86_64", [], ptxas)])
    page(to / "simple/torchcodec", [wheel(at, "torchcodec", "0.99.0", "cp312-cp312-manylinux_2_28_x86_64", [], {},
                                          "\n| torchcodec | torch |\n| `0.99` | `>=2.99` |\n")])
    page(to / "whl/torch", [wheel(at, "torch", f"{TORCH}+{v}", f"cp312-cp312-{tag}", PINS if v != "cpu" else [], {})
                            for v in ("cpu", VARIANT) for tag in ("manylinux_2_28_x86_64", "win_amd64")])
    record = {"name": "pytorch", "version": TORCH, "build": VARIANT.replace("cu", "cuda") + "_mkl_py312_h0123456_301", "build_number": 301,
              "depends": ["__cuda", "python_abi 3.12.* *_cp312", "cuda-version >=13.9,<14"], "size": 5, "md5": "0" * 32}
    for subdir in ("linux-64", "linux-aarch64", "win-64"):
        os.makedirs(to / f"conda/conda-forge/{subdir}")
        name = f"pytorch-{TORCH}-{record['build']}.conda"
        (to / f"conda/conda-forge/{subdir}/repodata.json").write_text(json.dumps(
            {"packages": {}, "packages.conda": {name: record} if subdir == "linux-64" else {}}))


if __name__ == "__main__":
    main(sys.argv[1])
