"""A provider of variant properties, for installers that ask one which wheels a machine takes.

The drafts PEP 817 and 825 leave it to a plugin to say what a machine supports. This one speaks for
*all* GPUs of the machine, in NVIDIA's namespace: the CUDA of the plan of :func:`cudaplan.suggest`, and
the code that the oldest GPU runs. It is named in ``variant.json``, or to a tool that takes another::

    "providers": {"nvidia": {"requires": ["cudaplan"], "plugin-api": "cudaplan.variants"}}
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Tuple

from . import CudaplanError, run

namespace = "nvidia"

# The ends of the bounds that wheels name (nvidia-variant-provider): no CUDA minor has passed 20.
_FIRST, _LAST, _MINORS = 11, 15, 20


class Feature(NamedTuple):
    """What a provider answers with; ``values`` begin with what is liked best."""

    name: str
    multi_value: bool
    values: List[str]


def _versions(above: Tuple[int, int], below: Tuple[int, int]) -> List[str]:
    """CUDA versions between two, both included, the newest first."""
    return [f"{major}.{minor}" for major in range(below[0], above[0] - 1, -1)
            for minor in range(_MINORS, -1, -1) if above <= (major, minor) <= below]


def _pair(number: str) -> Tuple[int, int]:
    """12.6 of "12.6"; 8.6 of "86", as JSON writes a compute capability."""
    major, _, minor = number.partition(".")
    return (int(major), int(minor)) if minor else (int(number[:-1]), int(number[-1]))


def _features(least: Tuple[int, int], cuda: Tuple[int, int], code: List[str]) -> List[Feature]:
    found = [Feature("cuda_version_lower_bound", False, _versions(least, cuda)),
             Feature("cuda_version_upper_bound", False,
                     _versions((cuda[0], cuda[1] + 1), (_LAST, _MINORS))),
             Feature("sm_arch", True, code)]
    return [f for f in found if f.values]


def get_all_configs() -> List[Feature]:
    """Every value that a wheel may name."""
    arches = [f"{major}{minor}_{kind}" for major in range(_LAST, 2, -1)
              for minor in range(9, -1, -1) for kind in ("real", "virtual")]
    every = _versions((_FIRST, 0), (_LAST, _MINORS))
    return [Feature("cuda_version_lower_bound", False, every),
            Feature("cuda_version_upper_bound", False, every), Feature("sm_arch", True, arches)]


def get_supported_configs() -> List[Feature]:
    """What all GPUs of this machine support; nothing where no plan serves them all."""
    try:
        answer = run("suggest", "--installer", "pip")
    except (CudaplanError, FileNotFoundError):
        return []
    plans: List[Dict[str, Any]] = answer.get("plans") or []
    if answer.exit or not plans or not plans[0]["gpus"] or not plans[0]["cuda"]:
        return []
    oldest = min(plans[0]["gpus"], key=lambda gpu: _pair(gpu["sm"]))
    major, minor = _pair(oldest["sm"])
    code = [f"{major}{m}_real" for m in range(minor, -1, -1)]
    if oldest["via"] == "ptx":
        code.append(f"{oldest['code']}_virtual")
    cuda = _pair(plans[0]["cuda"])
    # A wheel fits where one of its values does: that of the oldest says nothing of a newer generation.
    # The CUDA of the plan is judged for all, an older one is not.
    mixed = any(_pair(gpu["sm"])[0] != major for gpu in plans[0]["gpus"])
    return _features(cuda if mixed else (_FIRST, 0), cuda, code)
