"""Which PyTorch runs on every GPU of a machine, asked from Python.

The answers are those of the program ``cudaplan``, which comes with this package; what they hold is
told by its manual and by the JSON schemas in ``share/cudaplan/schema``::

    import cudaplan

    answer = cudaplan.suggest("torch>=2.4", gpu=["RTX 4090"], driver="550.54.15")
    for command in answer["plans"][0]["commands"]:
        print(*command)
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from typing import Any, Dict, Iterable, Iterator, List, Optional, Union

__all__ = ["Answer", "CudaplanError", "InputError", "MissingError", "Refused", "UsageError",
           "find_cudaplan_bin", "run", "suggest"]

Option = Union[None, bool, str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


class Answer(Dict[str, Any]):
    """The JSON of a command as a dict, and what a caller decides by."""

    @property
    def exit(self) -> int:
        """The exit code: 0 done, 1 the answer is no."""
        return int(self.get("exit", 0))

    @property
    def findings(self) -> List[Dict[str, Any]]:
        """What was found: of the whole, of the first plan, of items; each with code and text."""
        plans = self.get("plans") or []
        parts = [self, *plans[:1], *(self.get("items") or [])]
        return [f for part in parts for f in part.get("findings") or []]


class CudaplanError(Exception):
    """The program has no answer.

    ``code`` is its exit code: 70 its own fault, negative the signal that ended it; those that a
    caller can do something about have a class of their own. ``text`` is its sentence, and
    ``answer`` the JSON that it gave all the same, if any.
    """

    def __init__(self, code: int, text: str, answer: Optional[Answer] = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.answer = answer


class Refused(CudaplanError):
    """suggest(): nothing fits every GPU as asked; ``answer`` has what comes nearest, and why."""


class UsageError(CudaplanError):
    """Exit code 2: there is no such option, or no such value."""


class InputError(CudaplanError):
    """Exit code 3: the input is not understood, or a fact is missing."""


class MissingError(CudaplanError):
    """Exit code 4: data or the network is not available."""


_ERRORS = {1: Refused, 2: UsageError, 3: InputError, 4: MissingError}


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    words = subprocess.run([find_cudaplan_bin(), "--version"], stdout=subprocess.PIPE, check=True)
    return words.stdout.decode().split()[1].rstrip(",")


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
) -> Answer:
    """Ask the program, as on its command line, and return its JSON.

    A "no" is an answer: its ``exit`` is 1, a plan that does not exist is an empty ``plans``, with
    the reasons beside it. ``input`` is what the program reads as "-". CudaplanError where there is no answer;
    subprocess.TimeoutExpired after ``timeout`` seconds.
    """
    if not argv:
        raise UsageError(2, "a command is missing: suggest, doctor, inspect, ...")
    try:
        words = [os.fsencode(word) for word in argv]
    except UnicodeEncodeError as e:
        raise UsageError(2, f"no program can be given this word: {e.object!r}") from None
    nul = [word for word in words if b"\0" in word]
    if nul:
        raise UsageError(2, f"no program can be given this word: {nul[0]!r}")
    command = [os.fsencode(find_cudaplan_bin()), words[0], b"--json", *words[1:]]
    done = subprocess.run(
        command,
        input=input.encode(errors="surrogatepass") if input is not None else None,
        stdin=subprocess.DEVNULL if input is None else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=timeout,
        check=False,
    )
    try:
        given = json.loads(done.stdout.decode())
    except ValueError:
        given = None
    answer = Answer(given) if isinstance(given, dict) else None
    if done.returncode not in (0, 1) or answer is None:
        text = _sentence(done.stderr.decode(errors="replace"))
        kind = _ERRORS.get(done.returncode, CudaplanError)
        raise kind(done.returncode, text or "no answer", answer)
    return answer


def _words(name: str, value: Option) -> Iterator[Union[str, "os.PathLike[str]"]]:
    """An option as the command line has it: once for each value of a list."""
    option = "--" + name.replace("_", "-")
    if value is True:
        yield option
    elif isinstance(value, (str, os.PathLike)):
        yield from (option, value)
    elif value not in (None, False):
        for one in value:  # type: ignore[union-attr]
            yield from (option, one)


def _why(answer: Answer) -> str:
    why = [f["text"] for f in answer.findings]
    why += [instead["text"] for instead in answer["instead"]]
    why += [reason["text"] for build in answer["rejected"][:1] for reason in build["reasons"]]
    why += [change["text"] for change in answer["changes"]]
    return "; ".join(dict.fromkeys(why)) or "no build of torch fits"


def suggest(
    *specs: str,
    check: bool = True,
    input: Optional[str] = None,
    timeout: Optional[float] = None,
    **options: Option,
) -> Answer:
    """Plan for the machine that the options tell of, or for this one.

    Options are those of ``cudaplan suggest``, with ``_`` for ``-``: ``gpu=["RTX 4090"]``,
    ``driver="550"``, ``installer="uv"``, ``index_url=...``. Refused where the answer is no: there
    is no plan, or it leaves a GPU unused, or a driver must be installed first. With ``check=False``
    that is an answer too, its ``exit`` is 1.
    """
    words = [word for name, value in options.items() for word in _words(name, value)]
    answer = run("suggest", *words, *specs, input=input, timeout=timeout)
    if check and answer.exit:
        raise Refused(answer.exit, _why(answer), answer)
    return answer
