#!/bin/sh
# Sourced by tests that read over HTTP: serve FOLDER FILES starts nginx in FOLDER for what lies in
# FILES and sets $nginx, its process, $port and, with TLS, $tls; FOLDER/cert.pem is its certificate.
serve() {
	mkdir -p "$1"
	printf 'user:{PLAIN}pa55word\n' >"$1/users"
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
		-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
		-keyout "$1/key.pem" -out "$1/cert.pem" 2>"$1/start" || return 1
	for try in 1 2 3 4 5 6 7 8; do
		port=$((20000 + ($$ * 7 + try * 1009) % 20000))
		tls=$((port + 1))
		sed "s#@DIR@#$1#; s#@FILES@#$2#; s#@PORT@#$port#; s#@TLS@#$tls#" tests/http/nginx.conf >"$1/nginx.conf"
		"$(command -v nginx || echo /usr/sbin/nginx)" -p "$1" -e "$1/error.log" \
			-c "$1/nginx.conf" 2>"$1/start" &
		nginx=$!
		for wait in 1 2 3 4 5 6 7 8 9 10; do
			kill -0 "$nginx" 2>/dev/null || break
			[ -s "$1/pid" ] && return 0
			sleep 0.1
		done
		kill "$nginx" 2>/dev/null
		wait "$nginx" 2>/dev/null
	done
	echo "nginx does not start (try $try, $wait): $(cat "$1/start" "$1/error.log")"
	return 1
}
