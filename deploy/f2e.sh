#!/bin/sh
# The operator command «f2e» of an installation made by install.sh: runs as the service's user, on its data and with its
# settings. The caller's own environment takes precedence, so that a restore can go to another folder.
set -eu
settings=/etc/f2e/f2e.env
program=/opt/f2e/bin/f2e.mjs

if [ ! -r "$settings" ]; then
  echo "f2e: $settings cannot be read: run this as root, or with sudo." >&2
  exit 1
fi
# Read as systemd does: values are literal, and the shell's special characters ($, &, ;) have no meaning.
while IFS= read -r line || [ -n "$line" ]; do
  name=${line%%=*}
  value=${line#*=}
  case $name in "$line" | '' | *[!A-Za-z0-9_]*) continue ;; esac
  case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
  printenv "$name" >/dev/null || export "$name=$value"
done <"$settings"
export F2E_DATA="${F2E_DATA:-/var/lib/f2e}"

# Scripts for the HylaFAX on this machine, whose folders belong to root.
if [ "$(id -un)" = f2e ] || [ "${1-} ${2-} ${3-}" = 'line hylafax install-hooks' ]; then
  exec node "$program" "$@"
fi
exec setpriv --reuid f2e --regid f2e --init-groups node "$program" "$@"
