import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startDaemon } from '../mail-rig/daemon.ts';
import type { Daemon } from '../mail-rig/daemon.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const PROGRAMS = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy', pgbouncer: '/usr/sbin/pgbouncer' };

/** Returns what is missing for the servers in front; null if nothing is. */
export function whyNoFront(): string | null {
  const missing = Object.entries(PROGRAMS).filter(([, path]) => !existsSync(path));
  return missing.length === 0 ? null : `apt-get install ${missing.map(([name]) => name).join(' ')}`;
}

/** The ports of the rig's two web processes. */
export interface WebPorts {
  n1: number;
  n2: number;
}

/** Returns the shipped configuration with its example addresses replaced by the rig's. */
function shipped(name: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(DEPLOY, name), 'utf8');
  for (const [example, ours] of Object.entries(replacements)) {
    if (!text.includes(example)) throw new Error(`deploy/${name} does not name ${example} any more`);
    text = text.replaceAll(example, ours);
  }
  return text;
}

/** Starts nginx with deploy/nginx.conf. */
export async function startNginx(folder: string, port: number, web: WebPorts): Promise<Daemon> {
  mkdirSync(folder, { recursive: true });
  const site = shipped('nginx.conf', {
    'listen 80;': `listen 127.0.0.1:${port};`,
    '10.0.0.11:8080': `127.0.0.1:${web.n1}`,
    '10.0.0.12:8080': `127.0.0.1:${web.n2}`,
  });
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temp = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
     events { worker_connections 2048; }
     http { access_log off; ${temp} ${site} }`,
  );
  return await startDaemon(PROGRAMS.nginx, ['-c', file, '-e', join(folder, 'error.log')], port);
}

/** Starts HAProxy with deploy/haproxy.cfg. */
export async function startHaproxy(folder: string, port: number, web: WebPorts): Promise<Daemon> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'haproxy.cfg');
  const text = shipped('haproxy.cfg', {
    // The limit of open files where tests run.
    'maxconn 20000': `maxconn 2000\n  stats socket ${adminSocket(folder)}`,
    'bind :80\n': `bind 127.0.0.1:${port}\n`,
    '10.0.0.11:8080': `127.0.0.1:${web.n1}`,
    '10.0.0.12:8080': `127.0.0.1:${web.n2}`,
  });
  writeFileSync(file, text);
  return await startDaemon(PROGRAMS.haproxy, ['-f', file, '-db'], port);
}

/** Returns the path of HAProxy's admin socket. */
export const adminSocket = (folder: string): string => join(folder, 'admin.sock');

/** Starts PgBouncer in transaction mode with deploy/pgbouncer.ini and `more` lines. */
export async function startPgBouncer(
  folder: string,
  port: number,
  postgresPort: number,
  more = '',
): Promise<Daemon> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, '"f2e" ""\n');
  const file = join(folder, 'pgbouncer.ini');
  const text = shipped('pgbouncer.ini', {
    'host=10.0.0.21 port=5432': `host=127.0.0.1 port=${postgresPort}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
  });
  writeFileSync(file, `${text}\n${more}\n`);
  // It refuses to run as root.
  return await startDaemon(PROGRAMS.pgbouncer, ['-u', 'nobody', file], port);
}
