# Shared by the scripts beside it; POSIX sh, so that Debian's dash and macOS' bash 3.2 both run it.

say() { printf '%s\n' "$*" >&2; }

cache_dir() { printf '%s/flowlix/tools' "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}"; }

# take_lock DIR: waits until nobody else holds DIR. mkdir is the only atomic step every system has;
# a holder that died leaves its pid behind and is passed over.
take_lock() {
  lock=$1
  mkdir -p "$(dirname "$lock")"
  told=no
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      # Moved away first, then looked at: of two waiters one may be late and hold a fresh lock in its hands.
      if mv "$lock" "$lock.stale.$$" 2>/dev/null; then
        [ "$(cat "$lock.stale.$$/pid" 2>/dev/null || true)" = "$holder" ] || mv "$lock.stale.$$" "$lock" 2>/dev/null || true
        rm -rf "$lock.stale.$$"
      fi
      continue
    fi
    [ "$told" = yes ] || say "waiting for process ${holder:-unknown} to finish with $lock"
    told=yes
    sleep 1
  done
  echo $$ >"$lock/pid"
  trap 'rm -rf "$lock"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}
