"""Which PyTorch runs on every GPU of a machine, asked from Python.

The answers are those of the program ``cudaplan``, which comes with this package; what they hold is
told by its manual and by the JSON schemas in ``share/cudaplan/schema``::

    import cudaplan

    answer = cudaplan.run("suggest", "torch>=2.4", "--env", sys.prefix)
    for plan in answer["plans"]:
        print(plan["torch"], plan["variant"], plan["commands"])
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from typing import Any, Dict, Iterator, Optional, Union

__all__ = ["CudaplanError", "find_cudaplan_bin", "run"]


class CudaplanError(Exception):
    """The program has no answer.

    ``code`` is its exit code: 2 wrong usage, 3 input not understood or facts missing, 4 data or
    network not available, 70 its own fault, negative the signal that ended it. ``text`` is its
    sentence, and ``answer`` the JSON that it gave all the same, if any.
    """

    def __init__(self, code: int, text: str, answer: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.answer = answer


def _folders() -> Iterator[str]:
    """Where installers put programs: of this environment, of ``--target``, of the user."""
    yield sysconfig.get_path("scripts")
    site = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    yield os.path.join(site, "bin")
    if os.path.basename(site) in ("site-packages", "dist-packages"):  # of --prefix
        yield os.path.abspath(os.path.join(site, "..", "..", "..", "bin"))
    yield sysconfig.get_path("scripts", vars={"base": sys.base_prefix})
    user = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else "posix_user"
    yield sysconfig.get_path("scripts", scheme=user)


def find_cudaplan_bin() -> str:
    """The path of the program. FileNotFoundError where this package was installed without it."""
    tried = list(dict.fromkeys(os.path.join(folder, "cudaplan") for folder in _folders()))
    for path in tried:
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("the program cudaplan is in none of " + ", ".join(tried))


def _sentence(text: str) -> str:
    """The last sentence about an error, without the program's name before it."""
    start = "cudaplan: error: "
    said = [line[len(start):] for line in text.splitlines() if line.startswith(start)]
    return said[-1] if said else text.strip()


def run(
    *argv: Union[str, "os.PathLike[str]"],
    input: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Dict[str, Any]:
    """Ask the program, as on its command line, and return its JSON.

    A "no" is an answer: a plan that does not exist is an empty ``plans``, with the reasons beside
    it. ``input`` is what the program reads as "-". CudaplanError where there is no answer;
    subprocess.TimeoutExpired after ``timeout`` seconds.
    """
    if not argv:
        raise CudaplanError(2, "a command is missing: suggest, doctor, inspect, ...")
    words = [os.fspath(word) for word in argv]
    command = [find_cudaplan_bin(), words[0], "--json", *words[1:]]
    done = subprocess.run(
        command,
        input=input.encode() if input is not None else None,
        stdin=subprocess.DEVNULL if input is None else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=timeout,
        check=False,
    )
    try:
        answer = json.loads(done.stdout.decode())
    except ValueError:
        answer = None
    if done.returncode not in (0, 1) or not isinstance(answer, dict):
        text = _sentence(done.stderr.decode(errors="replace"))
        raise CudaplanError(done.returncode, text or "no answer", answer)
    return answer
