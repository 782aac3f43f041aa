#!/bin/sh
# What the readers of environments find: in every sample text, as tests/files/env/expected has it,
# and in prefixes that are put up here.
set -eu
b=$(dirname "$1")
dump=$PWD/$b/env/dump
case $b in /*) dump=$b/env/dump ;; esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

(
	cd tests/files/env
	for f in *.*; do
		echo "== $f"
		case $f in
		condarc_cases.json | requirements_more.txt | constraints.txt) ;;
		pip_freeze.txt) "$dump" -i "$f" ;;
		*) "$dump" "$f" ;;
		esac
	done
) >"$tmp/texts"
diff -u tests/files/env/expected "$tmp/texts" || {
	echo 'env: the sample texts give other facts'
	exit 1
}

# has TEXT: the last output holds a line with it; tabs are written as spaces.
has() {
	tr '\t' ' ' <"$tmp/out" | grep -qF -e "$1" || {
		echo "env: not found: $1"
		cat "$tmp/out"
		exit 1
	}
}

no() {
	if tr '\t' ' ' <"$tmp/out" | grep -qF -e "$1"; then
		echo "env: must not be found: $1"
		exit 1
	fi
}

live() {
	env -i CUDAPLAN_ROOT="$tmp/root" HOME=/home/me "$@" "$dump" --env "$prefix" >"$tmp/out" 2>&1 ||
		true
}

# dist SITE NAME VERSION INSTALLER
dist() {
	d=$tmp/root$1/$2-$3.dist-info
	mkdir -p "$d"
	printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\nRequires-Dist: numpy<2\n\ntext\n' \
		"$2" "$3" >"$d/METADATA"
	echo "$4" >"$d/INSTALLER"
	echo "$2-$3.dist-info/METADATA,," >"$d/RECORD"
}

# meta PREFIX NAME VERSION BUILD CHANNEL
meta() {
	mkdir -p "$tmp/root$1/conda-meta"
	printf '{"build": "%s", "channel": "https://channels.example/%s/linux-64", "depends": ["x >=1", "y"],
	"files": ["a\\"}", "lib/b"], "paths_data": {"paths": [{"_path": "a"}]}, "name": "%s",
	"subdir": "linux-64", "version": "%s"}' "$4" "$5" "$2" "$3" \
		>"$tmp/root$1/conda-meta/$2-$3-$4.json"
}

# A conda environment with pip's torch over conda's, a user site, leftovers, a broken record.
p=/opt/conda/envs/demo
site=$p/lib/python3.11/site-packages
meta $p python 3.11.5 h955ad1f_0 defaults
meta $p pytorch 2.1.0 py3.11_cuda12.1_cudnn8.9.2_0 pytorch
echo '{"build": "cut' >"$tmp/root$p/conda-meta/cut-1-0.json"
echo 'no json' >"$tmp/root$p/conda-meta/._pytorch-2.1.0-0.json"
echo 'numpy <2' >"$tmp/root$p/conda-meta/pinned"
dist $site torch 2.1.0+cu118 pip
echo 'torch/lib/libtorch_cuda.so,,' >>"$tmp/root$site/torch-2.1.0+cu118.dist-info/RECORD"
dist $site mine 0.1 pip
echo '{"url": "file:///src/mine", "dir_info": {"editable": true}}' \
	>"$tmp/root$site/mine-0.1.dist-info/direct_url.json"
mkdir -p "$tmp/root$site/~orch" "$tmp/root$site/torchvision" "$tmp/root$site/lost-1.0.dist-info" \
	"$tmp/root$site/nvidia/cudnn/lib" "$tmp/root$p/lib" "$tmp/root/usr/local/cuda-12.4/lib64/stubs"
: >"$tmp/root$site/nvidia/cudnn/lib/libcudnn_ops.so.9"
: >"$tmp/root$p/lib/libcudart.so.12.1.105"
: >"$tmp/root$p/lib/libother.so.1"
: >"$tmp/root/usr/local/cuda-12.4/lib64/stubs/libcuda.so"
dist /home/me/.local/lib/python3.11/site-packages numpy 2.0.0 pip
mkdir -p "$tmp/root/home/me/.config/pip" "$tmp/root/etc/ld.so.conf.d"
printf '[global]\nindex-url = https://mirror.example/simple\n' >"$tmp/root/home/me/.config/pip/pip.conf"
printf 'channels:\n  - defaults\n' >"$tmp/root/home/me/.condarc"
mkdir -p "$tmp/root/opt/conda"
printf 'channels:\n  - pytorch\n' >"$tmp/root/opt/conda/.condarc"
echo /usr/local/cuda-12.4/lib64 >"$tmp/root/etc/ld.so.conf.d/cuda.conf"

prefix=$p
live LD_LIBRARY_PATH=/usr/local/cuda-12.4/lib64/stubs: PIP_INDEX_URL=https://index.example/simple \
	CONDA_OVERRIDE_CUDA=12.1 UV_TORCH_BACKEND=auto
has "env conda - $p --env 3.11.5 linux-64"
has 'package conda pytorch 2.1.0 py3.11_cuda12.1_cudnn8.9.2_0 https://channels.example/pytorch '
has 'package pip torch 2.1.0+cu118'
has 'package pip mine 0.1 - - '
has 'file:///src/mine editable'
has 'package unknown lost 1.0'
has 'damaged'
has 'package pip numpy 2.0.0'
has ' user '
has "problem $p/conda-meta/cut-1-0.json:0 holds no name and version"
no '._pytorch'
has 'leftover orch'
has 'leftover torchvision'
has 'library wheel libcudnn_ops 9 '
has 'library prefix libcudart 12.1.105 '
has 'library LD_LIBRARY_PATH libcuda - '
no libother
has "setting conda pinned numpy <2 yes $p/conda-meta/pinned:1"
has 'setting pip index-url https://mirror.example/simple no /home/me/.config/pip/pip.conf:2'
has 'setting pip index-url https://index.example/simple yes PIP_INDEX_URL:0'
has 'setting conda channels defaults yes /home/me/.condarc:2'
has 'setting conda channels pytorch yes /opt/conda/.condarc:2'
has 'setting env CONDA_OVERRIDE_CUDA 12.1 yes'
has 'setting uv torch-backend auto yes'
has 'setting ld path /usr/local/cuda-12.4/lib64 yes /etc/ld.so.conf.d/cuda.conf:1'

live PYTHONNOUSERSITE=1
no 'package pip numpy 2.0.0'

# A venv that sees its base; what is active, and why.
v=/home/me/venv
mkdir -p "$tmp/root$v/bin" "$tmp/root/usr/bin" "$tmp/root$v/lib/python3.12/site-packages"
printf 'home = /usr/bin\ninclude-system-site-packages = true\nversion = 3.12.4\nuv = 0.5\n' \
	>"$tmp/root$v/pyvenv.cfg"
printf '#!/bin/sh\n' >"$tmp/root$v/bin/python"
chmod +x "$tmp/root$v/bin/python"
dist $v/lib/python3.12/site-packages torch 2.7.1 uv
dist /usr/lib/python3/dist-packages wheel 0.40 debian
prefix=-
live PATH=$v/bin:/usr/bin CONDA_PREFIX=$p VIRTUAL_ENV=$v
has "env uv - $v VIRTUAL_ENV 3.12.4"
has 'package uv torch 2.7.1'
has 'package unknown wheel 0.40'
has system
live PATH=/usr/bin CONDA_PREFIX=$p
has "env conda - $p CONDA_PREFIX"
live PATH=$v/bin
has "env uv - $v $v/bin/python is the first python on PATH"
live PATH=/nowhere
has 'no environment is active'
prefix=/usr/share
live
has 'holds no environment'

# Folders that .pth files add: beside, relative, once; a project of one's own is no second package.
t=/home/me/pth
ts=$t/lib/python3.12/site-packages
dist $ts tool 1.0 pip
dist /srv/more torch 2.6.0 pip
dist /srv/mine tool 1.0 pip
mkdir -p "$tmp/root/srv/mine/triton" "$tmp/root/srv/more/torch" "$tmp/root$ts/near"
printf "__version__ = '2.6.0'\ncuda: Optional[str] = None\n" >"$tmp/root/srv/more/torch/version.py"
dist $ts/near six 1.16 pip
echo '{"url": "file:///srv/mine", "dir_info": {"editable": true}}' \
	>"$tmp/root$ts/tool-1.0.dist-info/direct_url.json"
printf '# said\nimport os; os.abort()\n/srv/more\n/srv/mine\nnear\n/nowhere\n' >"$tmp/root$ts/a.pth"
printf '/srv/more\n../../../../../../../../etc\n' >"$tmp/root$ts/b.pth"
printf 'home = /usr/bin\nversion = 3.12.4\n' >"$tmp/root$t/pyvenv.cfg"
prefix=$t
live
has 'package pip torch 2.6.0'
has 'package pip six 1.16'
[ "$(grep -c 'tool' "$tmp/out")" = 1 ] || { echo 'env: a project is counted twice'; exit 1; }
no 'leftover triton'

# What setup.py installed; a record of another release than the files; the folder of packages named
# in the place of its environment; packages alone.
g=/opt/eggs
gs=$g/lib/python3.10/site-packages
mkdir -p "$tmp/root$gs/flash_attn-2.5.6-py3.10-linux-x86_64.egg/EGG-INFO" "$tmp/root$gs/torch"
printf 'Metadata-Version: 1.0\nName: flash-attn\nVersion: 2.5.6\n' \
	>"$tmp/root$gs/flash_attn-2.5.6-py3.10-linux-x86_64.egg/EGG-INFO/PKG-INFO"
: >"$tmp/root$gs/apex-0.1-py3.10.egg"
dist $gs torch 2.2.0 pip
dist $gs torch 2.1.0 pip
printf "__version__ = '2.2.0+cu121'\ncuda: Optional[str] = '12.1'\n" >"$tmp/root$gs/torch/version.py"
prefix=$gs
live
has "env system - $g --env"
has 'package pip flash-attn 2.5.6'
has 'package pip apex 0.1'
has 'package pip torch 2.2.0'
no 'package pip torch 2.1.0'
has "leftover torch $gs/torch-2.1.0.dist-info"
dist /opt/target six 1.16 pip
prefix=/opt/target
live
has 'packages alone (pip install --target)'

# Which Python a name on PATH starts: through a script, a link, and pyenv's shims.
v=/home/me/venv
mkdir -p "$tmp/root/opt/run" "$tmp/root/opt/linked" "$tmp/root$v/bin" "$tmp/root/pyenv/shims" \
	"$tmp/root/pyenv/versions/3.9.2/bin" "$tmp/root/pyenv/versions/3.9.10/bin" \
	"$tmp/root/pyenv/versions/3.9.10/lib/python3.9"
printf '#!/bin/sh\n# not /usr/bin/python\nexec "%s/bin/python" "$@"\n' $v >"$tmp/root/opt/run/python"
: >"$tmp/root$v/bin/python"
: >"$tmp/root/pyenv/shims/python"
: >"$tmp/root/pyenv/versions/3.9.10/bin/python"
ln -s ../../pyenv/versions/3.9.10/bin/python "$tmp/root/opt/linked/python"
chmod +x "$tmp/root/opt/run/python" "$tmp/root$v/bin/python" "$tmp/root/pyenv/shims/python" \
	"$tmp/root/pyenv/versions/3.9.10/bin/python"
prefix=-
live PATH=/opt/run
has "env uv - $v $v/bin/python is the first python on PATH"
live PATH=/opt/linked
has 'env system - /pyenv/versions/3.9.10 '
live PATH=/pyenv/shims PYENV_VERSION=3.9
has 'env system - /pyenv/versions/3.9.10 '
live PATH=/pyenv/shims:/opt/run PYENV_VERSION=system
has "env uv - $v "
live PATH=/pyenv/shims:/opt/run
has "env uv - $v "
live PATH=/pyenv/shims:/opt/run PYENV_VERSION=3.7
no "env uv"

# A prefix of Windows, and one of pixi.
w=/mnt/c/env
dist $w/Lib/site-packages torch 2.6.0 pip
echo 'home = C:\Python312' >"$tmp/root$w/pyvenv.cfg"
printf 'Wheel-Version: 1.0\nTag: cp312-cp312-win_amd64\n' \
	>"$tmp/root$w/Lib/site-packages/torch-2.6.0.dist-info/WHEEL"
prefix=$w
live
has "env venv - $w --env - win-64"
has 'package pip torch 2.6.0'
x=/home/me/project/.pixi/envs/default
meta $x pytorch 2.6.0 cuda126_py312_0 conda-forge
prefix=$x
live
has "env pixi - $x --env"

# Only mamba reads .mambarc; uv's files add up in lists, the later ones cover single values.
printf 'channels:\n  - mine\n' >"$tmp/root/home/me/.mambarc"
mkdir -p "$tmp/root/etc/uv" "$tmp/root/home/me/.config/uv"
printf 'torch-backend = "cpu"\nextra-index-url = ["https://a.example"]\n' >"$tmp/root/etc/uv/uv.toml"
printf 'torch-backend = "cu126"\nextra-index-url = ["https://b.example"]\n' \
	>"$tmp/root/home/me/.config/uv/uv.toml"
live
no 'channels mine'
has 'setting uv torch-backend cpu no '
has 'setting uv torch-backend cu126 yes '
has 'setting uv extra-index-url https://a.example yes '
has 'setting uv extra-index-url https://b.example yes '
live MAMBA_EXE=/opt/bin/micromamba UV_TORCH_BACKEND=cu128
has 'setting conda channels mine yes '
has 'setting uv torch-backend cu126 no '
has 'setting uv torch-backend cu128 yes '
live UV_NO_CONFIG=1
no 'a.example'
# uv's project: its uv.toml, else the table of its pyproject.toml, above the user's; a default index
# covers index-url wherever that stands; an explicit index is not for everything; UV_CONFIG_FILE.
p=/home/me/proj
mkdir -p "$tmp/root$p/.venv/lib/python3.12/site-packages"
echo 'home = /usr/bin' >"$tmp/root$p/.venv/pyvenv.cfg"
printf '[tool.uv]\ntorch-backend = "cu118"\n[tool.uv.pip]\nindex-url = "https://pip.example"\n' \
	>"$tmp/root$p/pyproject.toml"
prefix=$p/.venv
live
has 'setting uv torch-backend cu126 no /home/me/.config/uv/uv.toml:1'
has 'setting uv torch-backend cu118 yes /home/me/proj/pyproject.toml:2'
has 'setting uv pip.index-url https://pip.example yes'
printf '[[index]]\nname = "cpu"\nurl = "https://cpu.example"\nexplicit = true\n' \
	>"$tmp/root$p/uv.toml"
live UV_INDEX_URL=https://old.example
has 'setting uv explicit-index cpu=https://cpu.example no'
has 'setting uv torch-backend cu126 yes'
has 'setting uv index-url https://old.example yes'
no 'pip.example'
live UV_INDEX_URL=https://old.example UV_DEFAULT_INDEX=https://new.example
has 'setting uv index-url https://old.example no'
has 'setting uv default-index https://new.example yes'
echo 'torch-backend = "cu130"' >"$tmp/root/home/me/one.toml"
live UV_CONFIG_FILE=/home/me/one.toml
has 'setting uv torch-backend cu130 yes /home/me/one.toml:1'
no 'a.example'
rm -r "$tmp/root/etc/uv" "$tmp/root/home/me/.config/uv" "$tmp/root/home/me/.mambarc"

# pip: PIP_CONFIG_FILE puts the user's file aside only where it is there, and covers the venv's.
printf '[global]\nindex-url = https://user.example\n' >"$tmp/root/home/me/.config/pip/pip.conf"
printf '[global]\nindex-url = https://venv.example\n' >"$tmp/root$p/.venv/pip.conf"
printf '[global]\nindex-url = https://one.example\n' >"$tmp/root/home/me/one.conf"
live PIP_CONFIG_FILE=/home/me/none.conf
has 'setting pip index-url https://user.example no'
has 'setting pip index-url https://venv.example yes'
live PIP_CONFIG_FILE=/home/me/one.conf
no 'user.example'
has 'setting pip index-url https://venv.example no'
has 'setting pip index-url https://one.example yes'
live PIP_CONFIG_FILE=/home/me/one.conf PIP_INDEX_URL=https://variable.example
has 'setting pip index-url https://one.example no'
has 'setting pip index-url https://variable.example yes'
live PIP_CONFIG_FILE=/dev/null
no 'one.example'
no 'venv.example'
rm "$tmp/root/home/me/.config/pip/pip.conf"

# Where conda and mamba look, in their order: a later file's channels come first.
c=/opt/conda/envs/c
mkdir -p "$tmp/root$c/conda-meta" "$tmp/root$c/condarc.d"
prefix=$c
channel() {
	mkdir -p "$(dirname "$tmp/root$1")"
	printf 'channels:\n  - %s\nchannel_priority: %s\n' "$2" "${3:-flexible}" >"$tmp/root$1"
}
channel /etc/conda/condarc.d/a.yml etc-a
channel /etc/conda/condarc.d/b.yaml etc-b
channel /etc/conda/condarc.d/c.txt never
channel /opt/conda/.condarc root
channel /home/me/.conda/condarc dot-conda
channel /home/me/.condarc home
channel /home/me/.mambarc mamba-home
channel /home/me/.mamba/mambarc.d/x.yml mamba-d
channel /home/me/xdg/conda/condarc xdg
channel /home/me/xdg/mamba/mambarc mamba-xdg
channel $c/condarc.d/env.yml env
channel $c/.mambarc mamba-env
channel /srv/one variable strict
order() {
	got=$(tr '\t' ' ' <"$tmp/out" | sed -n 's/^setting conda channels \([^ ]*\) .*/\1/p' |
		tr '\n' ' ')
	[ "$got" = "$1 " ] || { echo "env: channels are read as $got"; exit 1; }
}
live XDG_CONFIG_HOME=/home/me/xdg CONDARC=/srv/one
order 'etc-a etc-b root xdg dot-conda home env variable'
has 'setting conda channel_priority strict yes'
live XDG_CONFIG_HOME=/home/me/xdg CONDARC=/srv/one CONDA_CHANNEL_PRIORITY=disabled
has 'setting conda channel_priority disabled yes'
live XDG_CONFIG_HOME=/home/me/xdg CONDARC=/srv/one MAMBA_EXE=/opt/bin/mamba \
	MAMBA_ROOT_PREFIX=/opt/conda MAMBA_CHANNEL_PRIORITY=disabled CONDA_CHANNELS=typed
order 'etc-a etc-b root dot-conda home xdg variable mamba-xdg mamba-d mamba-home env mamba-env typed'
has 'setting conda channel_priority disabled yes'
live MAMBA_EXE=/opt/bin/mamba CONDA_CHANNEL_PRIORITY=disabled MAMBARC=/srv/one
has 'setting conda channels variable yes'
no 'channel_priority disabled'
rm -r "$tmp/root/etc/conda/condarc.d" "$tmp/root/opt/conda/.condarc" "$tmp/root/home/me/.condarc"

# Hostile: links in circles, a pipe, a huge file are passed over in time.
h=/opt/hostile
hs=$h/lib/python3.12/site-packages
mkdir -p "$tmp/root$hs/pipe-1.dist-info"
ln -s loop-1.dist-info "$tmp/root$hs/loop-1.dist-info"
mkfifo "$tmp/root$hs/pipe-1.dist-info/METADATA"
mkdir -p "$tmp/root$h/conda-meta"
mkfifo "$tmp/root$h/conda-meta/pipe-1-0.json"
truncate -s 3G "$tmp/root$h/conda-meta/huge-1-0.json"
prefix=$h
live
has "env conda - $h --env"
has 'pipe-1-0.json:0 cannot be read'
has 'huge-1-0.json:0 cannot be read'
echo 'env: sample texts and prefixes give the facts expected'
