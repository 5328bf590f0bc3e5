#!/bin/sh
# Installs Fax-to-Email as a service on Debian or Ubuntu, from the folder that this script came with.
# Run it again after an update: it changes only what is different, and never your settings or data.
set -eu

target=/opt/f2e
source=$(cd "$(dirname "$0")/.." && pwd)

if [ "$(id -u)" -ne 0 ]; then
  echo 'Run this as root: sudo deploy/install.sh' >&2
  exit 1
fi
if ! command -v apt-get >/dev/null; then
  echo 'This script knows Debian and Ubuntu only; docs/install.md says what it would do.' >&2
  exit 1
fi
if ! command -v node >/dev/null || [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
  echo 'Node 20 or newer is missing: install the packages nodejs and npm first.' >&2
  exit 1
fi

id f2e >/dev/null 2>&1 || useradd --system --home-dir /var/lib/f2e --shell /usr/sbin/nologin f2e

if [ "$source" != "$target" ]; then
  mkdir -p "$target"
  tar -C "$source" --exclude=./node_modules --exclude=./data --exclude=./.git -cf - . | tar -C "$target" -xf -
fi
# Packages, the pinned Node, system packages and the built pages: everything that needs root or the network.
(cd "$target" && node scripts/setup.mjs)
chown -R root:root "$target"
chmod -R go+rX,go-w "$target"

mkdir -p /etc/f2e
if [ ! -f /etc/f2e/f2e.env ]; then
  install -m 0640 -g f2e "$target/deploy/f2e.env" /etc/f2e/f2e.env
  echo 'Settings: /etc/f2e/f2e.env. Set F2E_PUBLIC_ORIGIN there before people use it.'
fi

install -m 0644 "$target"/deploy/systemd/f2e.service "$target"/deploy/systemd/f2e-backup.service \
  "$target"/deploy/systemd/f2e-backup.timer /etc/systemd/system/
cat >/usr/local/bin/f2e <<'COMMAND'
#!/bin/sh
# The operator command, as the user that the service runs as.
set -a
. /etc/f2e/f2e.env
F2E_DATA=/var/lib/f2e
set +a
if [ "$(id -un)" = f2e ]; then exec node /opt/f2e/bin/f2e.mjs "$@"; fi
exec setpriv --reuid f2e --regid f2e --init-groups node /opt/f2e/bin/f2e.mjs "$@"
COMMAND
chmod 0755 /usr/local/bin/f2e

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable --now f2e.service f2e-backup.timer
  echo "Running. «f2e doctor» says whether everything is there; «journalctl -u f2e» shows what it does."
else
  echo "There is no systemd on this machine: start it with «node scripts/start.mjs» as the user f2e."
fi
