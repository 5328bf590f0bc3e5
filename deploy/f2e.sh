#!/bin/sh
# The operator command «f2e» of an installation by install.sh: as the user that the service runs as, over its data and
# with its settings. What the caller's own environment names wins, so that a restore can be sent into another folder.
set -eu
settings=/etc/f2e/f2e.env
program=/opt/f2e/bin/f2e.mjs

if [ ! -r "$settings" ]; then
  echo "f2e: $settings cannot be read: run this as root, or with sudo." >&2
  exit 1
fi
# Read as systemd reads it: a value is taken as it stands, without a shell's own signs ($, &, ;).
while IFS= read -r line || [ -n "$line" ]; do
  name=${line%%=*}
  value=${line#*=}
  case $name in "$line" | '' | *[!A-Za-z0-9_]*) continue ;; esac
  case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
  printenv "$name" >/dev/null || export "$name=$value"
done <"$settings"
export F2E_DATA="${F2E_DATA:-/var/lib/f2e}"

# HylaFAX of this machine: its folders belong to root, and so do its package and its services. What «line add» does to
# the data, it does as the user f2e.
keeps_root=no
if [ "${1-} ${2-} ${3-}" = 'line hylafax install-hooks' ]; then keeps_root=yes; fi
if [ "${1-} ${2-}" = 'line add' ]; then
  for word in "$@"; do
    if [ "$word" = --install ]; then keeps_root=yes; fi
  done
fi
if [ "$(id -un)" = f2e ] || [ "$keeps_root" = yes ]; then
  exec node "$program" "$@"
fi
exec setpriv --reuid f2e --regid f2e --init-groups node "$program" "$@"
