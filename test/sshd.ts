import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { namesBelow } from './live-folder.ts';
import { freePort } from './free-ports.ts';

const run = promisify(execFile);

/** The only login; it exists only in the server's own view of the machine. */
export const SFTP_LOGIN = 'dropper';
export const SFTP_PASSWORD = 'Sftp-pass-1';

/** A user id that no account of this machine has. */
const USER_ID = 64_123;

const READY_LIMIT_MS = 10_000;

/**
 * Time limit for the greeting: sshd speaks first, and immediately; a server that accepts a connection and sends nothing
 * is not sshd.
 */
const GREETING_LIMIT_MS = 2_000;

/** Changes to a server's defaults. */
export interface SshdOptions {
  hostKey?: 'first' | 'second';
  /** Whether `/in` is a separate 4 kB disk. */
  full?: boolean;
}

/** A real OpenSSH server with SFTP. */
export interface Sshd {
  port: number;
  /** The part of the disk that the login sees as `/`; it owns `/in`, but not `/readonly`. */
  root: string;
  /** The private key of the login, without a password. */
  userKey: string;
  /** Stops the server; its port and files remain. */
  stop(): Promise<void>;
  /** Starts it again on the same port, optionally with another host key or without space for a file. */
  start(options?: SshdOptions): Promise<void>;
  /** Returns the fingerprint of a host key, as the server's own tool prints it. */
  fingerprint(hostKey?: 'first' | 'second'): Promise<string>;
  /** Returns names and contents of everything below a folder. */
  files(folder?: string): Promise<Map<string, Buffer>>;
  /** The pid of the server, whose children are the sessions. */
  pid(): number;
  remove(): Promise<void>;
}

/**
 * Prepares and starts sshd with its own configuration, keys, port and even user list: bubblewrap mounts them over the
 * machine's. It needs root, because sshd changes users; the tree that it serves must not be below a folder like /tmp.
 */
export async function startSshd(): Promise<Sshd> {
  if (process.getuid?.() !== 0) throw new Error('A real sshd can only be started by root.');
  const folder = await mkdtemp(join(tmpdir(), 'f2e-sshd-'));
  const root = join(folder, 'root');
  const port = await freePort();
  await mkdir(join(root, 'in'), { recursive: true });
  await mkdir(join(root, 'readonly'));
  await chmod(root, 0o755);
  await chown(join(root, 'in'), USER_ID, USER_ID);
  for (const name of ['first', 'second', 'user'])
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  await writeFile(join(folder, 'authorized'), await readFile(join(folder, 'user.pub')), { mode: 0o644 });
  await writeUsers(folder);
  let server: ChildProcess | undefined;

  const start = async (options: SshdOptions = {}): Promise<void> => {
    await writeFile(join(folder, 'config'), configuration(port, options.hostKey ?? 'first'));
    const small =
      options.full === true ? ['--perms', '0777', '--size', '4096', '--tmpfs', '/srv/drop/in'] : [];
    const command = ['/usr/sbin/sshd', '-D', '-e', '-f', '/srv/config'];
    server = spawn('bwrap', [...overlay(folder), ...small, ...command], { stdio: 'ignore' });
    await listening(port);
  };
  const stop = async (): Promise<void> => {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => {
      ending.once('exit', resolve);
    });
    ending.kill('SIGKILL');
    await ended;
    await silent(port);
  };
  await start();
  return {
    port,
    root,
    userKey: await readFile(join(folder, 'user'), 'utf8'),
    start,
    stop,
    pid: () => server?.pid ?? 0,
    fingerprint: async (hostKey = 'first') => {
      const { stdout } = await run('ssh-keygen', ['-l', '-f', join(folder, `${hostKey}.pub`)]);
      return stdout.split(' ')[1] ?? '';
    },
    files: async (below = 'in') => await filesBelow(join(root, below)),
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a copy of the machine's users with an additional one, whose password is known. */
async function writeUsers(folder: string): Promise<void> {
  const { stdout } = await run('openssl', ['passwd', '-6', SFTP_PASSWORD]);
  const users = await readFile('/etc/passwd', 'utf8');
  const shadow = await readFile('/etc/shadow', 'utf8');
  await writeFile(
    join(folder, 'passwd'),
    `${users.trimEnd()}\n${SFTP_LOGIN}:x:${USER_ID}:${USER_ID}::/in:/usr/sbin/nologin\n`,
  );
  await writeFile(
    join(folder, 'shadow'),
    `${shadow.trimEnd()}\n${SFTP_LOGIN}:${stdout.trim()}:19000:0:99999:7:::\n`,
    { mode: 0o600 },
  );
}

function overlay(folder: string): string[] {
  return [
    ['--die-with-parent', '--unshare-pid', '--cap-add', 'ALL'],
    ['--bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run', '--dir', '/run/sshd'],
    ['--tmpfs', '/srv', '--dir', '/srv/drop', '--bind', join(folder, 'root'), '/srv/drop'],
    ...['first', 'second', 'authorized', 'config'].map((name) => [
      '--ro-bind',
      join(folder, name),
      `/srv/${name}`,
    ]),
    ...['passwd', 'shadow'].map((name) => ['--ro-bind', join(folder, name), `/etc/${name}`]),
  ].flat();
}

function configuration(port: number, hostKey: string): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey /srv/${hostKey}`,
    'PidFile none',
    'UsePAM no',
    'StrictModes no',
    'PasswordAuthentication yes',
    'KbdInteractiveAuthentication no',
    'AuthorizedKeysFile /srv/authorized',
    `AllowUsers ${SFTP_LOGIN}`,
    'MaxStartups 100',
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
    'ChrootDirectory /srv/drop',
    '',
  ].join('\n');
}

async function listening(port: number): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await pause(20))
    if (await answers(port)) return;
  throw new Error('sshd did not start in time');
}

async function silent(port: number): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await pause(20))
    if (!(await answers(port))) return;
  throw new Error('sshd did not stop in time');
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port, timeout: GREETING_LIMIT_MS });
  const answered = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true));
    for (const event of ['error', 'close', 'timeout']) socket.once(event, () => resolve(false));
  });
  socket.destroy();
  return answered;
}

/** Returns every file below a folder, by its path in it. */
export async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const name of await namesBelow(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) found.set(name, await readFile(path));
  }
  return found;
}
