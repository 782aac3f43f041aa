#!/bin/sh
# page_limits.sh: what the page does with questions too large, and with a program that hangs or ends.
set -u
command -v node >/dev/null || { echo 'page_limits: skipped: there is no node'; exit 0; }
exec node tests/page-limits.js page
