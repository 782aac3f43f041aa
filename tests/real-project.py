"""real-project.py INDEX FOLDER VERSION: wheels that stand in for torch of that version and for what it
asks for, as a folder that pip takes for an index. In that of PyTorch they have the label of the
variant, and older numpy and filelock lie beside them, as they do there."""

import pathlib
import sys

import stand_in

root = pathlib.Path(sys.argv[1]) / sys.argv[2]
variant = sys.argv[2].removeprefix("whl/") if sys.argv[2] != "simple" else None
tag = "py3-none-manylinux_2_28_x86_64"


def wheel(name, version, requires=()):
    stand_in.put(root, name, version, tag, requires)


wheel("torch", sys.argv[3] + (f"+{variant}" if variant else ""), ["filelock", "numpy"])
wheel("numpy", "1.26.3" if variant else "2.2.0")
wheel("filelock", "3.13.1" if variant else "3.20.0")
