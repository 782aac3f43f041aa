#!/bin/sh
# commands.sh PROGRAM: what `suggest -q` prints can be pasted. The answers of all scenarios, and of
# machines made here with one Python or another, with and without uv and conda, are given to `sh -n`
# and to sh itself, with stand-ins that write down how they were called: in the order and with the
# words of "commands" in the JSON. A stand-in makes an environment only as the real one would: a
# Python that is not there, or has no ensurepip, is a failure.
set -u
program=$(realpath "$1")
files=$PWD/tests/files
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh tests/frozen.sh "$program" "$work" || exit 1
here=$work/here
bin=$work/bin
ran=0 parsed=0 failed=0
mkdir -p "$bin" "$here" "$work/home"

# A program that writes its words down as JSON does, and makes the folders that were asked for.
cat >"$work/stand-in" <<'EOF'
#!/bin/sh
PATH=/usr/local/bin:/usr/bin:/bin
{
	printf '["%s"' "$(printf %s "$CALLED" | sed 's/[\\"]/\\&/g')"
	for word; do printf ',"%s"' "$(printf %s "$word" | sed 's/[\\"]/\\&/g')"; done
	echo ']'
} >>"$RECORD"
case " $* " in
*' -m venv torch-env '* | *' -m virtualenv torch-env '* | *' venv --seed '*' torch-env '* | \
	*' create -y -p torch-env '*)
	mkdir -p torch-env/bin
	printf '#!/bin/sh\nCALLED=torch-env/bin/python exec /bin/sh "%s" "$@"\n' "$STAND_IN" \
		>torch-env/bin/python
	chmod +x torch-env/bin/python
	;;
esac
EOF
RECORD=$work/record STAND_IN=$work/stand-in
export RECORD STAND_IN

# stand_in NAME FILE: FILE is called as NAME
stand_in() {
	printf '#!/bin/sh\nCALLED=%s exec /bin/sh "%s" "$@"\n' "$1" "$STAND_IN" >"$2"
	chmod +x "$2"
}

# wanted FILE: the commands of the first plan, or of all parts of a split, one a line
wanted() {
	sed 's/"commands":/\n&/g' "$1" |
		sed -n 's/^"commands":\[\(.*\)\],"commands_shell":.*"part":\([^,]*\).*/\2 \1/p' |
		awk 'NR > 1 && ($1 == "null" || $1 == 0) { exit }
			{ sub(/^[^ ]* /, ""); gsub(/\],\[/, "]\n["); print }'
}

fail() {
	echo "commands: $1"
	failed=$((failed + 1))
}

# play NAME PATH: runs the block with the programs of PATH alone, and compares
play() {
	rm -rf "$here"
	mkdir -p "$here"
	: >"$RECORD"
	(cd "$here" && PATH=$2 /bin/sh <"$work/block" >"$work/said" 2>&1) ||
		{ fail "$1: $(head -n 1 "$work/said")"; return; }
	cmp -s "$work/want" "$RECORD" ||
		{ fail "$1: $(diff "$work/want" "$RECORD" | head -n 4)"; return; }
	ran=$((ran + 1))
}

# What begins a scenario, as the words of a shell; nothing of it is run but the program.
word="[^|;&<>\`()']|'[^']*'"
sed -nE "s/^Run: cudaplan suggest (($word)*)( \\|.*)?\$/\\1/p" tests/plan/*.test tests/cli/*.test |
	sed -E 's/(^| )(--json|--quiet|-q|--all)//g' |
	grep -vE -e '--(emit|version|help)|(^| )-h( |$)' | sort -u >"$work/lines"
# Files that ask for more than torch: the last commands install the rest.
printf 'channels: [pytorch, nvidia, defaults]\ndependencies:\n  - python>=3.8\n  - pytorch>=1.13\n' \
	>"$work/home/environment.yml"
printf '  - pytorch-cuda=11.8\n  - tqdm >=4\n  - pip:\n    - timm\n    - "einops>=0.6; python_version>\x272\x27"\n' \
	>>"$work/home/environment.yml"
printf '[project]\nname = "x"\nversion = "1"\nrequires-python = ">=3.10,<3.13"\ndependencies = ["torch>=2.4", "%s"]\n' \
	"einops>=0.6; sys_platform == 'linux'" >"$work/home/pyproject.toml"
sed 's/>=3.10,<3.13/~=3.12.0/' "$work/home/pyproject.toml" >"$work/home/newer.pyproject.toml"
printf 'torch>=2.4\ntqdm\n' >"$work/home/requirements.txt"
for installer in pip uv conda mamba micromamba pixi; do
	for file in '-f environment.yml' '-f pyproject.toml' '-r requirements.txt'; do
		echo "--gpu 3090 --driver 580 --platform linux-64 --installer $installer $file"
	done
done >>"$work/lines"

# ask FORM WORDS: as the scenario does
ask() {
	(
		cd "$work/home" && HOME=$work/home FILES=$files
		export HOME FILES
		eval "\"$work/cudaplan\" suggest $1 $2" 2>/dev/null </dev/null
	)
}

seen=
while IFS= read -r line; do
	ask -q "$line" >"$work/block"
	sum=$(cksum <"$work/block")
	case $seen in *"<$sum>"*) continue ;; esac
	seen="$seen<$sum>"
	ask --json "$line" >"$work/json"
	wanted "$work/json" >"$work/want"
	if ! [ -s "$work/block" ] || grep -q '"platform":"win' "$work/json"; then
		continue
	fi
	sh -n "$work/block" || fail "suggest $line: sh does not parse it"
	parsed=$((parsed + 1))
	names=$(sed -n 's/^\["\([^"]*\)".*/\1/p' "$work/want" | sort -u)
	case $names in */bin/*) [ "${names#*torch-env/bin/python}" != "$names" ] || continue ;; esac
	# a plan for the machine that this runs on would call its own programs
	! printf '%s\n' "$names" | grep -q '^/' || continue
	rm -f "$bin"/*
	for name in $names; do
		case $name in */*) ;; *) stand_in "$name" "$bin/$name" ;; esac
	done
	play "suggest $line" "$bin"
done <"$work/lines"
[ "$parsed" -gt 100 ] || fail "only $parsed scenarios print commands"

# --- machines of this kind and that ---------------------------------------------------------------

# machine: an empty one, with a GPU and a driver
machine() {
	root=$work/root
	rm -rf "$root"
	mkdir -p "$root/usr/bin" "$root/lib64" "$root/lib/x86_64-linux-gnu"
	: >"$root/lib64/ld-linux-x86-64.so.2"
	cp "$files/root/nouveau/lib/x86_64-linux-gnu/libc.so.6" "$root/lib/x86_64-linux-gnu/"
}

# python DIR VERSION [bare]: a Python that makes environments, or one without ensurepip
python() {
	mkdir -p "$root$1/bin" "$root$1/lib/python$2/venv"
	: >"$root$1/lib/python$2/os.py"
	[ "${3:-}" = bare ] || mkdir -p "$root$1/lib/python$2/ensurepip"
	case $1 in
	/usr) name=python$2 ;;
	*) name=$1/bin/python$2 ;;
	esac
	stand_in "$name" "$root$1/bin/python$2"
}

# tool NAME
tool() {
	stand_in "$1" "$root/usr/bin/$1"
}

# live NAME FIRST-COMMAND [WORDS…]: suggest on that machine begins so, and its commands run there
live() {
	name=$1 first=$2
	shift 2
	for form in -q --json; do
		(cd "$work/home" && env -i PATH=/usr/bin HOME=/home/u CUDAPLAN_ROOT="$root" \
			CUDAPLAN_NVML="$nvml" FAKE_NVML="$work/gpu" "$work/cudaplan" suggest "$form" \
			"$@" >"$work/out$form" 2>/dev/null)
	done
	# Paths of the machine lie below its root.
	sed "s|^/|$root/|" "$work/out-q" >"$work/block"
	wanted "$work/out--json" >"$work/want"
	got=$(head -n 1 "$work/out-q")
	# shellcheck disable=SC2254 # a pattern
	case $got in
	$first) ;;
	*) fail "$name: begins with '$got', expected '$first'"; return ;;
	esac
	sh -n "$work/block" || fail "$name: sh does not parse it"
	play "$name" "$root/usr/bin"
}

nvml=$(dirname "$program")/fake/nvml.so
printf 'driver 580.95.05\ncuda 13000\ngpu 0\nname NVIDIA GeForce RTX 4090\ncc 8.9\nmemory 24564\n' \
	>"$work/gpu"

machine
python /usr 3.11
ln -s python3.11 "$root/usr/bin/python3"
live 'the default Python' 'python3.11 -m venv torch-env'
python /usr 3.12
live 'the default before newer ones' 'python3.11 -m venv torch-env'
live 'a project that takes only newer ones' 'python3.12 -m venv torch-env' -f newer.pyproject.toml
live 'another one that was asked for' 'python3.12 -m venv torch-env' --python 3.12

machine
python /usr 3.6
ln -s python3.6 "$root/usr/bin/python3"
python /usr 3.12
live 'the default is too old' 'python3.12 -m venv torch-env' 'torch>=2.4'
tool uv
live 'too old, and uv is there' 'python3.12 -m venv torch-env' 'torch>=2.4'

machine
python /usr 3.6
ln -s python3.6 "$root/usr/bin/python3"
tool uv
live 'only uv can bring one' 'uv venv --seed --python 3.* torch-env' 'torch>=2.4'
rm "$root/usr/bin/uv"
tool micromamba
live 'only micromamba can' \
	'micromamba create -y -p torch-env --override-channels -c conda-forge python=3.* pip' --installer pip 'torch>=2.4'
tool conda
live 'conda before micromamba' 'conda create -y -p torch-env *' --installer pip 'torch>=2.4'

machine
python /home/u/.pyenv/versions/3.12.4 3.12
mkdir -p "$root/home/u/.pyenv/shims"
live 'a Python of pyenv alone' '/home/u/.pyenv/versions/3.12.4/bin/python3.12 -m venv torch-env'
python /home/u/.local/share/uv/python/cpython-3.13.1-linux-x86_64-gnu 3.13
live 'the newest that is old enough' \
	'/home/u/.local/share/uv/python/*/bin/python3.13 -m venv torch-env'

machine
python /home/u/miniconda3 3.12
mkdir "$root/home/u/miniconda3/conda-meta"
live 'the Python of a conda that is not on PATH' \
	'/home/u/miniconda3/bin/python3.12 -m venv torch-env'
stand_in /home/u/miniconda3/bin/conda "$root/home/u/miniconda3/bin/conda"
live 'that conda' '/home/u/miniconda3/bin/conda create -n torch *' --installer conda

machine
python /usr 3.11 bare
ln -s python3.11 "$root/usr/bin/python3"
mkdir "$root/etc"
echo 12.5 >"$root/etc/debian_version"
tool apt-get
live 'Debian without python3.11-venv' 'apt-get install -y python3.11-venv'
tool sudo
live 'the same with sudo' 'sudo apt-get install -y python3.11-venv'
tool uv
live 'the same with uv' 'uv venv --seed --python 3.11 torch-env'
rm "$root/usr/bin/uv"
python /home/u/.pyenv/versions/3.11.9 3.11
live 'another of the same version' '/home/u/.pyenv/versions/3.11.9/bin/python3.11 -m venv torch-env'

echo "commands: $parsed blocks parsed, $ran run, $failed wrong"
[ "$failed" = 0 ]
