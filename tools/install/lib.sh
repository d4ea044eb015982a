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

apt_install() { apt-get install -y -qq --no-install-recommends "$@"; }

# found_or_from_debian WHAT TIME LEFT_OUT PACKAGE…: what `found` of the caller finds, else the distribution's packages, where
# they are one command: as root on Debian. A package that brings a server does not start it.
found_or_from_debian() {
  what=$1 time=$2 left_out=$3
  shift 3
  found && return 0
  take_lock "$(cache_dir)/install.lock"
  found && return 0
  log=$(mktemp "$(cache_dir)/.apt.XXXXXX")
  trap 'rm -rf "$log" "$lock"' EXIT
  if [ "$(id -u)" = 0 ] && grep -q '^ID=debian$' /etc/os-release 2>/dev/null; then
    say "$what: installing the distribution's packages $* with apt-get (about $time)"
    DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
    export DEBIAN_FRONTEND RUNLEVEL
    # Lists that another script has just brought need not be brought again.
    { apt_install "$@" || { apt-get update -qq && apt_install "$@"; }; } >"$log" 2>&1 && found && return 0
    say "$what: apt-get did not work: $(tail -n 1 "$log")"
  fi
  say "$what: none found and none could be installed; $left_out are left out by name"
}
