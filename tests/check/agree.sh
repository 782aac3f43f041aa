#!/bin/sh
# agree.sh PROGRAM: what one command says of a build or of machines another says too, and what must
# not change an answer does not. Random and seeded (SEED), PAIRS builds on machines; a case that
# fails is printed as what was asked, so that it can be asked again.
set -u
program=$1
seed=${SEED:-29}
pairs=${PAIRS:-500}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
fail() {
	echo "agree: $1"
	bad=$((bad + 1))
}

"$program" matrix --json installer=pip | tr '{' '\n' |
	sed -n 's/.*"torch":"\([^"]*\)","variant":"\(cu[0-9]*\)".*"platform":"\(linux-64\|win-64\)","pythons":\["\([0-9.]*\)".*/\1 \2 \3 \4/p' |
	sort -u >"$work/builds"
awk -v seed="$seed" -v n="$pairs" 'BEGIN {
	srand(seed)
	g = split("35 37 50 61 70 75 80 86 89 90 100 120", gpus, " ")
	d = split("418.87.01 450.80.02 470.82.01 525.60.13 535.104.05 550.54.15 570.124.06 580.65.06", linux, " ")
	w = split("452.39 472.12 528.33 537.58 551.61 572.16 580.88 591.44", windows, " ")
}
{ b[NR] = $0 }
END {
	for (i = 0; NR && i < n; i++) {
		line = b[int(rand() * NR) + 1]
		driver = line ~ /win-64/ ? windows[int(rand() * w) + 1] : linux[int(rand() * d) + 1]
		print line, gpus[int(rand() * g) + 1], driver
	}
}' "$work/builds" >"$work/pairs"

# --- one judge: suggest, explain, inspect and doctor of one wheel on one machine
yes=0 no=0 unknown=0
while read -r torch variant platform python sm driver; do
	on="--gpu sm_$sm --driver $driver --platform $platform"
	ask="torch==$torch+$variant $on"
	# shellcheck disable=SC2086 # options
	suggest=$("$program" suggest --json --installer pip "torch==$torch+$variant" $on 2>/dev/null)
	case $suggest in
	*'"exit":0'* | *'"certain":true'*'"part":null'*) s=true ;;
	*) s=false ;;
	esac
	case $suggest in
	*'"plans":[]'*) s=false ;;
	*'"plans":[{'*'"variant":"cpu"'*'"code":"CP108"'*) s=false ;;
	*'"plans":[{'*'"certain":false'*) s=null ;;
	esac
	# shellcheck disable=SC2086
	explain=$("$program" explain --json "torch==$torch+$variant" $on 2>/dev/null)
	case $explain in
	*"\"fits\":$s,"*) ;;
	*) fail "suggest says $s, explain not: $ask" ;;
	esac
	case $platform in
	win-64) tag=win_amd64 ;;
	*) tag=linux_x86_64 ;;
	esac
	cp=cp$(echo "$python" | tr -d .)
	case $cp in
	cp27) abi=cp27mu ;;
	cp3[567]) abi=${cp}m ;;
	*) abi=$cp ;;
	esac
	# shellcheck disable=SC2086
	inspect=$("$program" inspect --json "torch-$torch+$variant-$cp-$abi-$tag.whl" $on 2>/dev/null)
	i=$?
	case $s:$i:$inspect in
	true:0:* | false:1:* | null:1:*) ;;
	*no\ file\ of\ this\ name*) ;;
	*) fail "suggest says $s, inspect exits $i: $ask" ;;
	esac
	printf 'Package Version\n------- -------\ntorch %s+%s\n' "$torch" "$variant" >"$work/list"
	# shellcheck disable=SC2086
	doctor=$("$program" doctor --json --pip-list "$work/list" $on 2>/dev/null)
	case $s:$doctor in
	true:*'"code":"CP202"'* | true:*'"code":"CP203"'*) fail "suggest says $s, doctor not: $ask" ;;
	false:*'"severity":"error"'*) ;;
	false:*) fail "suggest says $s, doctor finds nothing: $ask" ;;
	# What is there and may run is no error, and is not passed over: suggest alone has to plan (1).
	null:*'"severity":"error"'* | null:*'"code":"CP109"'*) ;;
	null:*) fail "suggest does not know, doctor says nothing of it: $ask" ;;
	esac
	# In the same shade: a list of code that is not of the file is said by each, or by none.
	unread='comes from a build script'
	case $s:$suggest:$explain:$doctor:$inspect in
	null:*"$unread"*:*"$unread"*:*"$unread"*:*"$unread"*) ;;
	null:*"$unread"*:*"$unread"*:*"$unread"*:*no\ file\ of\ this\ name*) ;;
	null:*"$unread"*) fail "not each says where the list of code is from: $ask" ;;
	esac
	case $s in
	true) yes=$((yes + 1)) ;;
	false) no=$((no + 1)) ;;
	*) unknown=$((unknown + 1)) ;;
	esac
done <"$work/pairs"

# --- what must not change an answer, or only to one side
awk -v seed="$seed" -v n="$((pairs / 5))" 'BEGIN {
	srand(seed + 1)
	g = split("37 50 61 70 75 80 86 89 90 100 120", gpus, " ")
	d = split("450.80.02 470.82.01 525.60.13 535.104.05 550.54.15 570.124.06 580.65.06", drivers, " ")
	for (i = 0; i < n; i++)
		print gpus[int(rand() * g) + 1], gpus[int(rand() * g) + 1], drivers[int(rand() * d) + 1]
}' >"$work/machines"
# The first plan, or nothing where one plan for all is none.
first() {
	"$program" suggest --json --installer pip --platform linux-64 "$@" 2>/dev/null | sed -n \
		'/"code":"CP1\(08\|20\)"/!s/.*"plans":\[{"rank":1,"installer":"pip","torch":"\([^"]*\)","variant":"\([^"]*\)".*/\1 \2/p'
}
machines=0
while read -r a b driver; do
	both="--gpu sm_$a --gpu sm_$b --driver $driver"
	machines=$((machines + 1))
	one=$(first --gpu "sm_$a" --driver "$driver")
	two=$(first --gpu "sm_$a" --gpu "sm_$b" --driver "$driver")
	[ "$two" = "$(first --gpu "sm_$b" --gpu "sm_$a" --driver "$driver")" ] ||
		fail "the order of GPUs decides: $both"
	[ "$one" = "$(first --gpu "sm_$a" --gpu "sm_$a" --driver "$driver")" ] ||
		fail "a GPU twice is not the GPU once: --gpu sm_$a --driver $driver"
	if [ -n "$two" ]; then
		[ -n "$one" ] || fail "a GPU more gives a plan: $both"
		[ "$("$program" vercmp "${two% *}" "${one% *}")" != '>' ] ||
			fail "a GPU more gives a newer torch, $two before $one: $both"
	fi
	if [ -n "$one" ]; then
		[ "$one" = "$(first --gpu "sm_$a" --driver "$driver" "torch==${one% *}" --cuda \
			"$(echo "${one#* cu}" | sed 's/.$/.&/')")" ] ||
			fail "what is planned is not what it gives as a wish, $one: --gpu sm_$a --driver $driver"
		case $a in
		37 | 50 | 61 | 70) ;; # a newer driver may drop them
		*)
			newest=$(first --gpu "sm_$a" --driver 610.43.02)
			newest=${newest% *}
			[ "$("$program" vercmp "${newest:-0}" "${one% *}")" != '<' ] ||
				fail "a newer driver loses $one: --gpu sm_$a --driver $driver"
			;;
		esac
	fi
done <"$work/machines"
echo "agree: of $pairs builds on machines $yes yes, $no no, $unknown not known; $machines machines changed"
exit $((bad > 0))
