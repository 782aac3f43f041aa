"""conda.py FOLDER: the recipe of pack/conda is one, by rattler-build: it is read and rendered, and
built into FOLDER. What it requires is left out of the build, which takes this machine's compiler and
libraries: conda's channels need not be reachable. The recipe's own tests run on the package."""

import pathlib
import re
import sys

import rattler_build as rb
import yaml

RECIPE = pathlib.Path("pack/conda/recipe.yaml")


def main(argv):
    folder = pathlib.Path(argv[1]).absolute()
    recipe = rb.Stage0Recipe.from_file(RECIPE)
    variants = rb.VariantConfig({"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"]})
    (full,) = recipe.render(variant_config=variants)
    version = re.search(r'VERSION "([^"]+)"', pathlib.Path("src/version.h").read_text()).group(1)
    assert f"version='{version}'" in str(full), f"{full}: src/version.h says {version}"

    text = yaml.safe_load(RECIPE.read_text())
    text["requirements"] = {}
    text["source"]["path"] = str(pathlib.Path(".").absolute())
    bare = rb.Stage0Recipe.from_dict(text, recipe_dir=folder / "recipe")
    (built,) = bare.run_build(output_dir=folder / "packages", channels=[],
                              env_isolation=rb.EnvironmentIsolation.NONE)
    (package,) = built.packages
    names = {str(entry) for entry in rb.Package.from_file(package).files}
    for name in ("bin/cudaplan", "share/man/man1/cudaplan.1", "info/licenses/LICENSE"):
        assert name in names or name.startswith("info/"), f"{package} has no {name}"
    print(f"conda: {package}: {len(names)} files")


if __name__ == "__main__":
    main(sys.argv)
