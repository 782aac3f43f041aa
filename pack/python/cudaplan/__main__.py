"""python -m cudaplan: the program, with the arguments behind it."""

import os
import sys

from . import find_cudaplan_bin

path = find_cudaplan_bin()
os.execv(path, [path, *sys.argv[1:]])
