#!/bin/sh
# apply.sh WORK PROGRAM WHERE suggest ARGUMENT...: applies each change that the answer prints as options,
# and compares promise and answer. WORK/count gets a line per change, WORK/wrong one per lie. Not
# applied is cuda-compat, for which there is no option, what is said of this machine or of several,
# and what lines of a file ask for. A channel comes with the installer of the change.
set -u
work=$1 program=$2 where=$3
shift 4
own=$work/$$
mkdir "$own"
: >"$own/in"
for word; do
	[ "$word" != - ] || cat >"$own/in"
done

"$program" suggest "$@" --json <"$own/in" >"$own/json" 2>/dev/null
[ "$(grep -o '"source":' "$own/json" | wc -l)" = 1 ] || exit 0
case " $*" in *' --gpu'* | *' --host'*) ;; *) exit 0 ;; esac
# without a driver, or with all GPUs hidden, the answer is no whatever is changed
missing=$(grep -c '"code":"CP00[48]"' "$own/json")
# nor does another torch bring the wheel that a plan goes without
without=$(grep -c '"instead":\[{"code":"CP112"' "$own/json")

# A word that the change replaces; the option's value is the next word.
option() {
	case "$1:$change" in
	--driver:*driver[\>=]* | --python:*python==* | --cuda:*cuda==* | --glibc:*glibc* | --macos:*macos*) ;;
	--channel:*channel==* | --installer:*channel==*) ;;
	*) return 1 ;;
	esac
}

spec() {
	case "$1:$change" in
	torch[=\<\>~!]*:torch==* | torch[=\<\>~!]*:*' torch=='*) ;;
	pytorch[=\<\>~!]*:torch==* | pytorch[=\<\>~!]*:*' torch=='*) ;;
	torchvision*:*torchvision==* | torchaudio*:*torchaudio==*) ;;
	[a-z]*:without\ *) case ",${change#without }," in *",${1%%[=<>~!]*},"*) ;; *) return 1 ;; esac ;;
	*) return 1 ;;
	esac
}

words() {
	printf '%s\n' "$change" | sed 's/, /\n/g' | while read -r part; do
		value=${part#*=}
		value=${value#=}
		case $part in
		driver*) printf '%s\n' "--driver=${value%.\*}" ;;
		glibc* | macos*) printf '%s\n' "--${part%%[>=]*}=$value" ;;
		torch*) printf '%s\n' "$part" ;;
		without\ *) ;;
		*) printf '%s\n' "--${part%%=*}=$value" ;;
		esac
	done
}

going_without() {
	case $change in without\ *) return 1 ;; esac
	[ "$without" -gt 0 ]
}

apply() {
	skip=0 n=$#
	while [ "$n" -gt 0 ]; do
		word=$1
		shift
		n=$((n - 1))
		if [ "$skip" = 1 ]; then
			skip=0
		elif option "$word"; then
			skip=1
		elif ! option "${word%%=*}" && ! spec "$word"; then
			set -- "$@" "$word"
		fi
	done
	for word in $(words); do
		set -- "$@" "$word"
	done
	case $change in *channel==*) set -- "$@" "--installer=$installer" ;; esac
	"$program" suggest "$@" --json <"$own/in" >"$own/changed" 2>/dev/null
	rc=$?
	want="\"rank\":1,\"installer\":\"$installer\",\"torch\":\"${gives%% *}\",\"variant\":\"${gives##* }\""
	echo "$change" >>"$work/count"
	grep -qF "$want" "$own/changed" && { [ "$rc" = 0 ] || [ "$missing" -gt 0 ] || going_without; } && return
	printf '%s: %s promises torch %s, exit %s: suggest %s\n' "$where" "$change" "$gives" "$rc" "$*" \
		>>"$work/wrong"
}

sed 's/.*"changes":\[//; s/\],"instead":.*//; s/},{/}\n{/g' "$own/json" | sed -n \
	's/.*"change":"\([^"]*\)","gives":"torch \([^"]*\)".*"installer":"\([a-z]*\)".*/\3 \2 \1/p' \
	>"$own/changes"
while read -r installer torch variant change; do
	gives="$torch $variant"
	case $change in *cuda-compat*) continue ;; esac
	case " $* :$change" in *' -'[rf]' '*:*torch*==* | *' -'[rf]' '*:without*) continue ;; esac
	apply "$@"
done <"$own/changes"
