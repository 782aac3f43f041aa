#!/bin/sh
# hook.sh [--gpu=NAME --driver=VERSION ...] FILE...: the hook of pre-commit. Each file is judged by
# itself; one of which nothing can be judged holds no commit up. The program is that of the wheel.
set -u
options='' i=0 failed=0
for word; do
	i=$((i + 1))
	case $word in
	-*) options="$options \"\${$i}\"" ;;
	*) break ;;
	esac
done
for word; do
	case $word in -*) continue ;; esac
	eval "cudaplan doctor $options -f \"\$word\""
	[ $? -ne 1 ] || failed=1
done
exit $failed
