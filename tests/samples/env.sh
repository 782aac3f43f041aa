#!/bin/sh
# Lists of packages, lock and requirements files of users, against the facts that index.tsv names:
# how many files are right, and what is wrong in the others. PROGRAM SAMPLES
set -eu
b=$(dirname "$1")
dir=$2
[ -d "$dir/field" ] || exit 0
make -s B="$b" "$b/env/dump"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# FOLDER COLUMN-OF-FACTS PATH-IN-JSON: file, key, value of every fact about a package.
facts() {
	awk -F '\t' -v c="$2" 'NR > 1 { gsub(/\047/, "\047\047", $c)
		print "INSERT INTO t VALUES(\047" $1 "\047, \047" $c "\047);" }' \
		"$dir/field/$1/index.tsv" >"$tmp/insert.sql"
	{
		echo 'CREATE TABLE t(file, doc);'
		cat "$tmp/insert.sql"
		echo ".mode tabs"
		echo "SELECT file, n.key, v.key, v.value FROM t, json_each(json_extract(doc, '$3')) n,
			json_each(CASE WHEN n.type IN ('array', 'object') THEN n.value
				ELSE json_array(n.value) END) v;"
	} | sqlite3 :memory:
}

# Compares the lines of dump with the facts of one file.
judge() {
	awk -F '\t' -v file="$1" '
	FILENAME != facts && $1 == "package" {
		have[$3] = have[$3] "\n" $2 " " $4 " " $5 " " $6
		n[$3]++
		if ($2 == "pip" && $3 == "torch") torch++
		next
	}
	FILENAME != facts { next }
	$1 != file || $2 ~ /^(torch_version|variant|hint|consistent|why|encoding|verdict)$/ { next }
	{ check($2 == "nvidia_wheels" ? $3 : $2, $4) }
	function fits(lines, version, build, channel,    i, k, w, all) {
		k = split(lines, all, "\n")
		for (i = 2; i <= k; i++) {
			split(all[i], w, " ")
			if (w[2] == version && (build == "" || w[3] == build) &&
			    (channel == "" || w[4] == channel || w[4] ~ ("/" channel "$")))
				return 1
		}
		return 0
	}
	function check(key, value,    w, names, k, i) {
		sub(/^pip /, "", value)
		split(value, w, " ")
		names = key == "pip_torch" ? "torch" : key
		names = key == "conda_pytorch" ? "pytorch pytorch-gpu pytorch-cpu" : names
		k = split(names, name, " ")
		for (i = 1; i <= k; i++)
			if (fits(have[name[i]], w[1], w[2], w[3])) {
				right++
				return
			}
		print file ": " key " " value " is not there:" have[name[1]] >"/dev/stderr"
		wrong++
	}
	END { print right + 0, wrong + 0 }' facts="$tmp/facts" "$tmp/dump" "$tmp/facts"
}

# FOLDER COLUMN PATH
compare() {
	right=0
	wrong=0
	files=0
	facts "$1" "$2" "$3" >"$tmp/facts"
	for f in $(awk -F '\t' 'NR > 1 { print $1 }' "$dir/field/$1/index.tsv"); do
		"$b/env/dump" -i "$dir/field/$1/$f" >"$tmp/dump" 2>/dev/null || :
		judged=$(judge "$f")
		right=$((right + ${judged% *}))
		wrong=$((wrong + ${judged#* }))
		files=$((files + 1))
	done
	echo "env: $1: $files files, $right facts right, $wrong wrong"
	[ "$wrong" = 0 ] || failed=1
}

# The lines of a requirements file that name torch, and what else runs on the GPU.
requirements() {
	right=0
	wrong=0
	awk -F '\t' 'NR > 1 && $1 !~ /[.](py|sh)$/ { print $1 }' "$dir/field/requirements/index.tsv" \
		>"$tmp/files"
	while read -r f; do
		"$b/env/dump" -d "$dir/field/requirements/$f" >"$tmp/dump" || :
		facts requirements 4 '$' | awk -F '\t' -v f="$f" '$1 == f &&
			$4 ~ /[a-z]/ && $4 !~ /[[{:]$|\["/ && $4 !~ /^[^a-z"-]/ { print $4 }' |
			sed 's/^- //; s/^"//; s/"\( #.*\)\{0,1\}$//; s/",$//; s/  *#.*$//' |
			sort -u >"$tmp/wanted"
		while read -r line; do
			if cut -f 4 "$tmp/dump" | grep -qxF -e "$line"; then
				right=$((right + 1))
			else
				wrong=$((wrong + 1))
				echo "$f: not declared: $line" >&2
			fi
		done <"$tmp/wanted"
	done <"$tmp/files"
	echo "env: requirements: $(wc -l <"$tmp/files") files, $right lines right, $wrong wrong"
	[ "$wrong" = 0 ] || failed=1
}

# What conda itself prints about one prefix, in every form, and the prefix: the same packages.
conda_forms() {
	forms=0
	out=$dir/conda_output
	[ -d "$out" ] || return 0
	for f in list_plain list_plain_conda_le_25.3 list_plain_mamba2 list_json list_export \
		list_canonical list_explicit list_explicit_md5 list_explicit_sha256 env_export \
		export_yaml export_json export_requirements list_revisions; do
		names "$out/$f.txt" >"$tmp/names"
		grep -v '^flash-attn\|^torchmetrics\|^torchvision-old' "$tmp/names" >"$tmp/conda"
		sed '/^flash-attn\|^torchmetrics/d' "$tmp/prefix" | cmp -s - "$tmp/conda" || {
			echo "env: conda_output/$f.txt: other packages than the prefix has" >&2
			failed=1
		}
		forms=$((forms + 1))
	done
	echo "env: conda_output: $forms forms of one list agree with the prefix"
}

names() {
	"$b/env/dump" -i "$1" 2>/dev/null | awk -F '\t' '$1 == "package" { print $3, $4 }' | sort
}

failed=
HOME=/nowhere "$b/env/dump" --env "$dir/conda_repodata/prefix" |
	awk -F '\t' '$1 == "package" { print $3, $4 }' | sort >"$tmp/prefix"
conda_forms
compare pip 5 '$'
compare conda 5 '$'
compare collect_env 5 '$.libs'
requirements
[ -z "$failed" ]
