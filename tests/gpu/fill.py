"""fill.py SECONDS: takes all memory of the first GPU, in ever smaller pieces, and holds it."""
import sys
import time

import torch

held = []
for size in (1 << 30, 1 << 26, 1 << 21):
    try:
        while True:
            held.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        pass
time.sleep(float(sys.argv[1]))
