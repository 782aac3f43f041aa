import torch
from setuptools import find_packages, setup

torch_ver = [int(x) for x in torch.__version__.split(".")[:2]]
assert torch_ver >= [1, 8], "Requires PyTorch >= 1.8"

REQUIREMENTS = [
    "numpy<2",
    "torch<2.3",  # the extension is compiled for it
]

setup(
    name="torch-ops",
    url="https://example.org/torch-ops",
    keywords=["torch", "cuda"],
    packages=find_packages(),
    install_requires=REQUIREMENTS,
    extras_require={"gpu": ["torch==2.1.2+cu121"]},
)
