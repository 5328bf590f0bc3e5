#!/bin/sh
# Installs Fax-to-Email as a service on Debian or Ubuntu, from the folder that contains this script.
# Run it again with a new version: it changes only what is different, and never your settings or data.
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
  echo 'Node 20 or newer is missing: docs/install.md says how to get it.' >&2
  exit 1
fi
if ! command -v npm >/dev/null; then
  echo 'npm is missing: install the package npm first.' >&2
  exit 1
fi

systemd=no
if [ -d /run/systemd/system ]; then systemd=yes; fi

# The running version is not touched while the new one is prepared beside it; only then are the two swapped.
stop_service() {
  if [ "$systemd" = yes ] && systemctl --quiet is-active f2e.service; then systemctl stop f2e.service; fi
}

id f2e >/dev/null 2>&1 || useradd --system --home-dir /var/lib/f2e --shell /usr/sbin/nologin f2e
install -d -o f2e -g f2e -m 0700 /var/lib/f2e /var/lib/f2e-backups

fresh=$target
if [ "$source" = "$target" ]; then
  stop_service
else
  fresh=$target.new
  rm -rf "$fresh"
  mkdir -p "$fresh"
  tar -C "$source" --exclude=./node_modules --exclude=./data --exclude=./.git -cf - . | tar -C "$fresh" -xf -
fi
# The fax engine of SIP lines runs here (without arguments it ends with 2), so somebody has set it up: it goes along,
# compiled anew where this folder brings none.
sip=
engine=$target/dist/faxleg/faxleg
if [ -x "$engine" ]; then
  status=0
  "$engine" </dev/null >/dev/null 2>&1 || status=$?
  if [ "$status" -eq 2 ]; then sip=--sip; fi
fi
# Packages, the pinned Node, system packages and the built pages: everything that needs root or the network.
(cd "$fresh" && node scripts/setup.mjs $sip)
chown -R root:root "$fresh"
chmod -R go+rX,go-w "$fresh"
if [ "$fresh" != "$target" ]; then
  stop_service
  if [ -d "$target" ]; then
    # Data of a product that was started here with npm start.
    if [ -d "$target/data" ]; then mv "$target/data" "$fresh/data"; fi
    rm -rf "$target.before"
    mv "$target" "$target.before"
  fi
  mv "$fresh" "$target"
fi

mkdir -p /etc/f2e
if [ ! -f /etc/f2e/f2e.env ]; then
  install -m 0640 -g f2e "$target/deploy/f2e.env" /etc/f2e/f2e.env
  echo 'Settings: /etc/f2e/f2e.env. Set F2E_PUBLIC_ORIGIN there before people use it.'
fi

# With several machines over one bucket, one machine that makes backups is enough: each backup reads the whole bucket. A
# timer that was turned off stays off.
timer=f2e-backup.timer
if [ -f /etc/systemd/system/$timer ] || grep -q '^F2E_BLOBS=s3:' /etc/f2e/f2e.env; then timer=; fi

install -m 0644 "$target"/deploy/systemd/f2e.service "$target"/deploy/systemd/f2e-backup.service \
  "$target"/deploy/systemd/f2e-backup.timer /etc/systemd/system/
install -m 0755 "$target/deploy/f2e.sh" /usr/local/bin/f2e

if [ "$systemd" = yes ]; then
  systemctl daemon-reload
  systemctl enable --quiet f2e.service $timer
  systemctl start f2e.service $timer
  echo 'Started. «f2e doctor» says whether everything is there; «journalctl -u f2e» shows what it does.'
else
  echo 'There is no systemd on this machine: start it as the user f2e in /opt/f2e, with the settings of'
  echo '/etc/f2e/f2e.env and F2E_DATA=/var/lib/f2e, with «node scripts/start.mjs».'
fi
