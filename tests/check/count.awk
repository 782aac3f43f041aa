# count.awk -v add=N FILE: an output of nvidia-smi with N GPUs more, each with a number, a place and
# a UUID of its own. Exit 1 for a form without GPUs.

# A line of the last GPU as one of the GPU n.
function made(s, n) {
	sub(/^\| +[0-9]+ /, sprintf("|%4d ", n), s)
	sub(/^GPU [0-9]+:/, "GPU " n ":", s)
	sub(/^[0-9]+,/, n ",", s)
	gsub(/:[0-9A-F][0-9A-F]:00\.[0-9]/, sprintf(":%02X:00.0", 64 + n), s)
	gsub(/GPU-[0-9a-f]+-/, sprintf("GPU-%08x-", n), s)
	return s
}

function copies(first, last,   n, i) {
	for (n = count; n < count + add; n++)
		for (i = first; i <= last; i++)
			print made(line[i], n)
}

# What a line that begins a GPU looks like: by it the form is known.
function form_of(s) {
	if (s ~ /<gpu id=/)
		return "xml"
	if (s ~ /^\| +[0-9]+ .*[0-9A-F]:[0-9A-F][0-9A-F]:[0-9A-F][0-9A-F]\.[0-9] /)
		return "table"
	if (s ~ /^GPU [0-9]+: /)
		return "list"
	if (s ~ /^GPU [0-9A-F]+:[0-9A-F]+/)
		return "log"
	if (s ~ /, / && (s ~ /GPU-[0-9a-f]+-/ || s ~ /^(NVIDIA|GeForce|Tesla|Quadro)/))
		return "csv"
	return ""
}

{
	line[NR] = $0
	if (form == "")
		form = form_of($0)
	if (form != "" && form_of($0) == form) {
		from = NR
		count = form == "list" ? substr($2, 1, length($2) - 1) + 1 : count + 1
	}
}

END {
	if (!from)
		exit 1
	to = from
	while (form == "xml" && line[to] !~ /<\/gpu>/ && to < NR)
		to++
	while (form == "table" && line[to] !~ /^\+-/ && to < NR)
		to++
	if (form == "log")
		to = NR
	for (i = 1; i <= NR; i++) {
		if (line[i] ~ /attached_gpus>[0-9]/)
			sub(/>[0-9]+</, ">" (count + add) "<", line[i])
		if (line[i] ~ /^Attached GPUs/)
			sub(/: [0-9]+/, ": " (count + add), line[i])
		print line[i]
		if (i == to)
			copies(from, to)
	}
}
