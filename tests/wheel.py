"""wheel.py WHEEL FOLDER [FAKE|--layout]: checks a wheel, unpacks it as pip --target does, and asks
through its module; FAKE is the folder of the stand-ins for NVIDIA's libraries. With --layout the
program in it is not run: it may be for another processor."""

import base64
import csv
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import zipfile

SMI = """\
| NVIDIA-SMI 550.54.15    Driver Version: 550.54.15    CUDA Version: 12.4 |
|   0  NVIDIA GeForce RTX 4090        Off |   00000000:01:00.0 Off |                  Off |
"""


def check_record(wheel):
    names = wheel.namelist()
    assert len(names) == len(set(names)), "a name stands twice"
    (record,) = [n for n in names if n.endswith(".dist-info/RECORD")]
    assert names[-1] == record, "RECORD is not the last"
    rows = {r[0]: r[1:] for r in csv.reader(io.StringIO(wheel.read(record).decode()))}
    assert sorted(rows) == sorted(names), "RECORD has other names"
    for name in names:
        data = wheel.read(name)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        want = ["", ""] if name == record else ["sha256=" + digest, str(len(data))]
        assert rows[name] == want, name
    return len(names)


def check_names(wheel, file):
    """The name says what the files say, as installers want it."""
    name, release, *tags = file.stem.split("-")
    info = f"{name}-{release}.dist-info/"
    assert "-".join(tags) in wheel.read(info + "WHEEL").decode()
    metadata = wheel.read(info + "METADATA").decode()
    assert f"\nName: {name}\nVersion: {release}\n" in metadata
    data = f"{name}-{release}.data/"
    for path in ("scripts/cudaplan", "data/share/man/man1/cudaplan.1",
                 "data/share/bash-completion/completions/cudaplan"):
        wheel.getinfo(data + path)
    script = wheel.getinfo(data + "scripts/cudaplan")
    assert script.external_attr >> 16 == 0o100755, "the program cannot be run"
    return data


def unpack(wheel, data, site):
    for item in wheel.infolist():
        path = item.filename.replace(data + "scripts/", "bin/").replace(data + "data/", "")
        to = site / path
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(wheel.read(item))
        to.chmod(item.external_attr >> 16 & 0o777)


def refused(cudaplan, code, words, *argv, **more):
    try:
        cudaplan.run(*argv, **more)
    except cudaplan.CudaplanError as e:
        assert (e.code, words in e.text) == (code, True), (e.code, e.text)
        return e
    raise AssertionError("answered: " + repr(argv))


def check_suggest(cudaplan):
    """Options by name, the errors by class, the version."""
    two = cudaplan.suggest("torch>=2.4", gpu=["GTX 1080 Ti", "RTX 4090"], driver="550.54.15",
                           python="3.12", platform="linux-64", installer="pip")
    assert two.exit == 0 and len(two["plans"][0]["gpus"]) == 2
    assert "CP116" in [f["code"] for f in two.findings], two.findings
    old = {"gpu": "RTX 5090", "driver": "525.60.13", "platform": "linux-64"}
    assert cudaplan.suggest(**old, check=False).exit == 1
    for error, words in ((cudaplan.Refused, old), (cudaplan.InputError, {"gpu": "RTX 40990"}),
                         (cudaplan.UsageError, {"no_such": True})):
        try:
            cudaplan.suggest(**words)
        except error as e:
            assert e.text and str(e) == e.text
        else:
            raise AssertionError(f"answered: {words}")
    done = subprocess.run([sys.executable, "-m", "cudaplan", "version"], check=True,
                          env=dict(os.environ, PYTHONPATH=":".join(sys.path)),
                          stdout=subprocess.PIPE)
    assert done.stdout.decode().startswith(f"cudaplan {cudaplan.__version__}, ")


def check_module(site):
    sys.path.insert(0, str(site))
    import cudaplan

    assert cudaplan.find_cudaplan_bin() == str(site / "bin/cudaplan")
    assert (site / "cudaplan/py.typed").exists()
    host = ("--gpu", "RTX 4090", "--driver", "550", "--python", "3.12")
    assert cudaplan.run("suggest", *host)["plans"][0]["gpus"][0]["sm"] == "89"
    pasted = cudaplan.run("suggest", "--host", "-", "--python", "3.12", input=SMI)
    assert pasted["hosts"][0]["driver"] == "550.54.15", pasted["hosts"]
    # no plan is an answer, exit code 1
    old = (*host[:2], "--driver", "384", "--python", "3.12", "--cuda", "12.8")
    for word in ("torch\0", "\ud800"):
        refused(cudaplan, 2, "this word", "explain", word)
    refused(cudaplan, 3, "", "suggest", "--host", "-", input="\ud800\0")
    assert not cudaplan.run("suggest", "torch==2.9.*", *old)["plans"]
    wheel = cudaplan.run("inspect", pathlib.Path("tests/files/binary/libplain.so"))
    assert wheel["schema_version"] == 1
    assert cudaplan.run("suggest", "torch==2.9.*", *old).exit == 1
    check_suggest(cudaplan)
    refused(cudaplan, 2, "command is missing")
    refused(cudaplan, 2, "", "sugest")
    refused(cudaplan, 3, "is not in the matrix", "suggest", "--gpu", "RTX 40990")
    refused(cudaplan, 3, "ä", "suggest", "--gpu", "ä")
    gone = refused(cudaplan, 4, "--offline", "inspect", "--offline", "https://h.invalid/x.whl")
    assert gone.answer is None or isinstance(gone.answer, dict)
    (site / "bin/cudaplan").rename(site / "bin/other")
    try:
        cudaplan.find_cudaplan_bin()
        raise AssertionError("found what is gone")
    except FileNotFoundError as e:
        assert str(site / "bin/cudaplan") in str(e)
    (site / "bin/other").rename(site / "bin/cudaplan")


def check_example(site, fake):
    """The example plans for the GPUs of a stand-in driver, and has a sentence where nothing fits."""
    env = dict(os.environ, PYTHONPATH=str(site), CUDAPLAN_NVML=fake + "/nvml.so",
               FAKE_NVML="tests/files/nvml/mixed")

    def says(code, words, *specs):
        done = subprocess.run([sys.executable, "pack/example/install_torch.py", "--dry-run", *specs],
                              env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        text = done.stdout.decode()
        assert done.returncode == code and words in text, (done.returncode, text)

    says(0, "for 2 GPUs\n", "--python", "3.11")
    says(0, "-m pip install torch==2.1.2 ", "torch==2.1.*", "--python", "3.11")
    says(1, "gives ", "torch==2.9.*", "--cuda", "12.8", "--gpu", "RTX 4090", "--driver", "384")
    says(2, "rubbish", "--rubbish")


def check_variants(site, fake):
    """What the provider of variant properties says of the GPUs of a stand-in driver."""
    script = ("from cudaplan import variants as v\n"
              "for f in v.get_supported_configs():\n    print(f.name, *f.values[:2], f.values[-1])\n"
              "every = {f.name: set(f.values) for f in v.get_all_configs()}\n"
              "assert all(set(f.values) <= every[f.name] for f in v.get_supported_configs())\n")

    def says(nvml, *lines):
        env = dict(os.environ, PYTHONPATH=str(site), CUDAPLAN_NVML=fake + "/nvml.so",
                   FAKE_NVML="tests/files/nvml/" + nvml)
        done = subprocess.run([sys.executable, "-c", script], env=env, check=True, stdout=subprocess.PIPE)
        assert done.stdout.decode().splitlines() == list(lines), done.stdout.decode()

    # A GTX 1080 Ti beside an RTX 4090: the code of the older one, no CUDA but the plan's.
    says("mixed", "cuda_version_lower_bound 12.6 12.6", "cuda_version_upper_bound 15.20 15.19 12.7",
         "sm_arch 61_real 60_real 60_real")
    says("none")


def main(argv):
    file, site = pathlib.Path(argv[1]), pathlib.Path(argv[2]).absolute()
    with zipfile.ZipFile(file) as wheel:
        n = check_record(wheel)
        unpack(wheel, check_names(wheel, file), site)
    more = argv[3] if len(argv) > 3 else ""
    if more != "--layout":
        check_module(site)
        check_example(site, more)
        check_variants(site, more)
    print(f"wheel: {file.name}: {n} files are as RECORD says")


if __name__ == "__main__":
    main(sys.argv)
