"""conda.py FOLDER: the recipe of pack/conda is one, by rattler-build: it is read and rendered, and
built into FOLDER. What it requires is left out of the build, which takes this machine's compiler and
libraries: conda's channels need not be reachable. The recipe's own tests run on the package. The same
of pack/conda-matrix, of a matrix that a key made here has signed."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import rattler_build as rb
import yaml

RECIPE = pathlib.Path("pack/conda/recipe.yaml")
MATRIX = pathlib.Path("pack/conda-matrix/recipe.yaml")


def build(text, folder):
    """The package of a recipe that asks for nothing, and the names in it."""
    recipe = rb.Stage0Recipe.from_dict(text, recipe_dir=folder / "recipe")
    (built,) = recipe.run_build(output_dir=folder / "packages", channels=[],
                                env_isolation=rb.EnvironmentIsolation.NONE)
    (package,) = built.packages
    return package, {str(entry) for entry in rb.Package.from_file(package).files}


def matrix(folder):
    tables = {t: folder / f"{t}.db" for t in ("matrix", "front")}
    subprocess.run(["sh", "data/build.sh", tables["matrix"]], check=True)
    subprocess.run(["sh", "data/front.sh", tables["matrix"], tables["front"]], check=True)
    signify = shutil.which("signify-openbsd") or "signify"
    subprocess.run([signify, "-G", "-n", "-p", folder / "key.pub", "-s", folder / "key.sec"], check=True)
    subprocess.run([sys.executable, "pack/matrix.py", folder, folder / "key.sec", folder / "dist",
                    folder / "key.pub"], check=True)
    version = re.search(r"^version,(.*)", pathlib.Path("data/meta.csv").read_text(), re.M).group(1)
    os.environ["MATRIX_VERSION"] = version
    text = yaml.safe_load(MATRIX.read_text())
    text["source"]["path"] = str(folder / "dist/share/cudaplan/matrix")
    package, names = build(text, folder)
    assert f"-{version}-" in package.name, f"{package} is not of {version}"
    print(f"conda: {package}: {len(names)} files")


def main(argv):
    folder = pathlib.Path(argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    matrix(folder)
    recipe = rb.Stage0Recipe.from_file(RECIPE)
    variants = rb.VariantConfig({"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"]})
    (full,) = recipe.render(variant_config=variants)
    version = re.search(r'VERSION "([^"]+)"', pathlib.Path("src/version.h").read_text()).group(1)
    assert f"version='{version}'" in str(full), f"{full}: src/version.h says {version}"

    text = yaml.safe_load(RECIPE.read_text())
    text["requirements"] = {}
    text["source"]["path"] = str(pathlib.Path(".").absolute())
    package, names = build(text, folder)
    for name in ("bin/cudaplan", "share/man/man1/cudaplan.1", "info/licenses/LICENSE"):
        assert name in names or name.startswith("info/"), f"{package} has no {name}"
    print(f"conda: {package}: {len(names)} files")


if __name__ == "__main__":
    main(sys.argv)
