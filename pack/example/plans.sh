#!/bin/sh
# plans.sh PROGRAM: the first plan of each installer on forty fixed hosts, one line each, to be compared
# before and after a change of data/.
set -eu
program=${1:?usage: plans.sh PROGRAM}
for gpu in 'GTX 1080 Ti' 'Tesla K80' V100 T4 'RTX 2080 Ti' 'RTX 3090' A100 'RTX 4090' H100 'RTX 5090'; do
	for how in '470 linux-64' '535 linux-64' '580 linux-64' '580 win-64'; do
		# shellcheck disable=SC2086
		set -- $how
		for installer in pip conda; do
			printf '%s, driver %s, %s, %s: ' "$gpu" "$1" "$2" "$installer"
			"$program" suggest --gpu "$gpu" --driver "$1" --platform "$2" --installer "$installer" --json |
				sed 's/.*"plans":\[//; s/"gpus":.*//' | tr -d '\n' |
				sed -n 's/.*"torch":"\([^"]*\)".*"variant":"\([^"]*\)".*/\1+\2/p; t; s/.*/none/p'
			echo
		done
	done
done | sed '/^$/d'
