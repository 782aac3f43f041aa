# accept.awk: a case of a scenario with what the program says now in its lines.
# awk -v out=STDOUT -v err=STDERR -f tests/accept.awk CASE
# Out: lines become stdout. The text of a Has: or Err: line that is not there any more becomes the
# part of the most similar line that begins and ends as the text did, or that whole line; one that is
# like nothing stays, and fails again.

function load(file, to,   n, line) {
	n = 0
	while ((getline line <file) > 0)
		to[++n] = line
	close(file)
	return n
}

function stands_in(text, lines, n,   i) {
	for (i = 1; i <= n; i++)
		if (index(lines[i], text))
			return 1
	return 0
}

# The share of the text's pairs of characters that the line has too; of equals the first.
function likeness(text, line,   i, hits) {
	for (i = 1; i < length(text); i++)
		if (index(line, substr(text, i, 2)))
			hits++
	return hits / length(text)
}

# The part of the line from the longest beginning of the text to its longest end, each of four
# characters at least; where there is none, the line's own beginning or end.
function part(text, line,   k, from, n, to, rest) {
	from = 1
	for (k = length(text) - 1; k >= 4; k--)
		if (n = index(line, substr(text, 1, k))) {
			from = n
			break
		}
	rest = substr(line, from)
	to = length(rest)
	for (k = length(text) - 1; k >= 4; k--)
		if (n = index(rest, substr(text, length(text) - k + 1))) {
			to = n + k - 1
			break
		}
	return substr(rest, 1, to)
}

function nearest(text, lines, n,   i, now, best, at) {
	for (i = 1; i <= n; i++) {
		now = likeness(text, lines[i])
		if (now > best) {
			best = now
			at = i
		}
	}
	if (best < 0.6)
		return text
	now = part(text, lines[at])
	return length(now) > 4 * length(text) + 80 ? text : now
}

function accept(word, text, lines, n) {
	print word (stands_in(text, lines, n) ? text : nearest(text, lines, n))
}

BEGIN {
	n_out = load(out, printed)
	n_err = load(err, said)
}
/^Has: / { accept("Has: ", substr($0, 6), printed, n_out); next }
/^Err: / { accept("Err: ", substr($0, 6), said, n_err); next }
/^Out:/ {
	if (!done++)
		for (i = 1; i <= n_out; i++)
			print printed[i] == "" ? "Out:" : "Out: " printed[i]
	next
}
{ print }
