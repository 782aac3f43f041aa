#!/usr/bin/env python3
"""Install the PyTorch that runs on every GPU of this machine, into the environment that runs this.

    python install_torch.py                              # the newest that runs everywhere
    python install_torch.py 'torch>=2.4' torchvision     # within these wishes
    python install_torch.py --dry-run                    # only show the commands

What installers choose by the vendor of a GPU and a table of their own, cudaplan decides by its
architecture, the driver and the code in the wheels.
"""

import subprocess
import sys

import cudaplan


def main(argv):
    dry = "--dry-run" in argv
    specs = [a for a in argv if a != "--dry-run"]
    try:
        answer = cudaplan.suggest(*specs, installer="pip", env=sys.prefix)
    except cudaplan.CudaplanError as e:
        print(e.text, file=sys.stderr)
        return e.code
    chosen = next((plan for plan in answer["plans"] if plan["certain"]), None)
    if not chosen:
        print("no build is known for certain", file=sys.stderr)
        return 1
    print(f"torch {chosen['torch']} ({chosen['variant']}) for {len(chosen['gpus'])} GPUs")
    for finding in chosen["findings"]:
        print("note:", finding["text"])
    for command in chosen["commands"]:
        print(*command, flush=True)
        if not dry:
            subprocess.run(command, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
