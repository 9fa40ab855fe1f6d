#!/usr/bin/env bash
# What a newcomer meets: clone, empty npm cache, `npm start` cold and warm, then `npm test` (left out with --quick).
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
place="$(mktemp -d)"
cold_limit=90
warm_limit=5
server=""

finish() {
  [ -n "$server" ] && kill -TERM -- "-$server" 2>/dev/null
  rm -rf "$place"
}
trap finish EXIT

fail() {
  echo "FAILED: $1"
  [ -f "$place/log" ] && tail -n 40 "$place/log"
  exit 1
}

now() { node -p 'performance.timeOrigin + performance.now()'; }
seconds_since() { node -p "(($(now) - $1) / 1000).toFixed(1)"; }
is_ready() { node -e "fetch('http://127.0.0.1:$PORT/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; }

# start_and_time <limit in seconds> <what to call it>
start_and_time() {
  local began; began="$(now)"
  setsid npm start >"$place/log" 2>&1 &
  server=$!
  until is_ready; do
    kill -0 "$server" 2>/dev/null || fail "$2: npm start ended before it was ready"
    [ "$(node -p "($(now) - $began) / 1000 > $1 * 2")" = false ] || fail "$2: not ready after twice the limit"
    sleep 0.1
  done
  local took; took="$(seconds_since "$began")"
  echo "$2: ready in $took s (limit $1 s)"
  [ "$(node -p "$took < $1")" = true ] || fail "$2 took longer than $1 s"
}

stop_server() {
  kill -TERM "$server" # npm itself, as a supervisor would
  for _ in $(seq 100); do
    if ! kill -0 "$server" 2>/dev/null && ! is_ready; then server=""; return; fi
    sleep 0.1
  done
  fail "the server was still there 10 s after SIGTERM"
}

git clone --quiet --no-local "$root" "$place/clone"
cd "$place/clone"
npm_config_cache="$(mktemp -d -p "$place")"
PORT="$(node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close() })")"
DATA_DIR="$place/data"
export npm_config_cache PORT DATA_DIR
unset DATABASE_URL BASE_URL HOST NODE_ENV

start_and_time "$cold_limit" "First start, install and build included"
for person in 'administrator  admin@quaff.test' 'owner@quaff.test' 'viewer@quaff.test'; do
  grep -Eq "$person  +[^ ]+" "$place/log" || fail "the sign-in line of $person was not printed"
done
echo "Three demo sign-ins printed"
stop_server

start_and_time "$warm_limit" "Second start"
stop_server

[ -z "$(git status --porcelain)" ] || fail "the commands changed tracked files: $(git status --porcelain)"

if [ "${1:-}" != "--quick" ]; then
  unset PORT DATA_DIR
  npm test
fi
echo "Fresh clone: all well"
