import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import { installHooks } from './install-hooks.ts';
import { modemSettings, schedulerSettings, withSettings, withUser } from './server-files.ts';

/** The machine on which the server is installed; tests use their own. */
export interface ServerMachine {
  etc: string;
  spool: string;
  dev: string;
  /** Whether systemd runs it. */
  systemd: boolean;
  /** Where systemd keeps an administrator's additions to units. */
  units: string;
  /** Runs a command as root; `input` is its standard input. */
  readonly run: (
    command: string,
    args: readonly string[],
    input?: string,
  ) => Promise<{ status: number; output: string }>;
}

/** A modem to set up: its device, such as ttyUSB0, and the ten-digit number of its telephone line. */
export interface ServerRequest {
  modem: string;
  number: string;
  /** The user ID that the product runs as. */
  owner: number;
}

/** The result: how the line reaches the server, and what is left to do; or why nothing was done. */
export type ServerOutcome = { kind: 'ok'; url: string; left: string[] } | { kind: 'refused'; reason: string };

const USER = 'f2e';

/** The long-running units of Debian's package; `hylafax` only groups the first two. */
const STAYING_UP = ['faxq', 'hfaxd', 'faxgetty@'];

/**
 * The systemd drop-in for these units. `always`, not `on-failure`: faxq has been seen to end silently, with code 0, and
 * Debian's unit never restarts it. With five seconds between starts, systemd's limit of five starts in ten seconds is
 * never reached.
 */
const STARTED_AGAIN = `# Written by f2e line add --install: started again however it ends (systemctl stop still stops it).
[Service]
Restart=always
RestartSec=5
`;

/** This machine, with the paths of Debian's package. */
export const THIS_MACHINE: ServerMachine = {
  etc: '/etc/hylafax',
  spool: '/var/spool/hylafax',
  dev: '/dev',
  systemd: existsSync('/run/systemd/system'),
  units: '/etc/systemd/system',
  run: async (command, args, input = '') => {
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const status = new Promise<number>((resolve) => {
      child.once('error', () => resolve(127));
      child.once('close', (code) => resolve(code ?? 1));
    });
    child.stdin.on('error', () => undefined).end(input);
    const [output, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    return { status: await status, output: output + errors };
  },
};

/**
 * Sets up HylaFAX on this machine for one modem, like the manual steps in docs/lines.md: package, scheduler, modem, a
 * user for the product with new passwords, and services that restart when they end. The original of each changed file
 * is kept with the suffix `.f2e-before`; a second run only renews the passwords.
 */
export async function installServer(request: ServerRequest, machine: ServerMachine): Promise<ServerOutcome> {
  const { modem, number, owner } = request;
  if (!/^[\w.-]{1,32}$/.test(modem)) return refused(`“${modem}” is no name of a modem, like ttyUSB0.`);
  const device = await stat(join(machine.dev, modem)).catch(() => null); // Not plugged in.
  if (!device?.isCharacterDevice())
    return refused(`There is no ${join(machine.dev, modem)}: plug the modem in, and see its name in dmesg.`);
  const missing = await provide(machine);
  if (missing !== null) return refused(missing);
  await change(join(machine.etc, 'config'), (text) => withSettings(text, schedulerSettings(number)));
  await change(join(machine.etc, `config.${modem}`), async (text) => {
    const before = text === '' ? await readFile(join(machine.spool, 'config/class1'), 'latin1') : text;
    return withSettings(before, modemSettings(number));
  });
  const [password, admin] = [newPassword(), newPassword()];
  const hashes = { password: await hashOf(machine, password), admin: await hashOf(machine, admin) };
  const hosts = join(machine.etc, 'hosts.hfaxd');
  await change(hosts, (text) => withUser(text, USER, hashes));
  await ownedByServer(machine, hosts);
  const hooks = await installHooks(machine.spool, owner, machine.etc);
  const left = await startServices(machine, modem);
  const query = new URLSearchParams({ admin, modem, did: number });
  if (hooks.kind === 'ok') query.set('hooks', hooks.folder);
  else left.push(`The product’s scripts were not installed: ${hooks.reason}`);
  return { kind: 'ok', url: `hylafax://${USER}:${password}@127.0.0.1:4559?${query.toString()}`, left };
}

/** Installs and initializes the package; returns null, or a sentence that says what is missing. */
async function provide({ run, etc }: ServerMachine): Promise<string | null> {
  if ((await run('dpkg-query', ['-W', 'hylafax-server'])).status !== 0) {
    const { status, output } = await run('apt-get', [
      'install',
      '-y',
      '--no-install-recommends',
      'hylafax-server',
    ]);
    if (status !== 0) return `The package hylafax-server could not be installed: ${lastLine(output)}`;
  }
  if (existsSync(join(etc, 'setup.cache'))) return null;
  const { status, output } = await run('faxsetup', ['-nointeractive']);
  return status === 0 ? null : `faxsetup failed: ${lastLine(output)}`;
}

/** Rewrites a file and keeps the original; a missing file starts empty. */
async function change(path: string, edit: (text: string) => string | Promise<string>): Promise<void> {
  const before = await readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const after = await edit(before ?? '');
  if (after === before) return;
  if (before !== null && !existsSync(`${path}.f2e-before`)) await copyFile(path, `${path}.f2e-before`);
  await writeFile(`${path}.f2e-new`, after, { encoding: 'latin1', mode: 0o600 });
  const owner = before === null ? null : await stat(path);
  await chmod(`${path}.f2e-new`, owner ? owner.mode : 0o644);
  if (owner) await chown(`${path}.f2e-new`, owner.uid, owner.gid);
  await rename(`${path}.f2e-new`, path);
}

/** Sets owner and mode: hfaxd reads its users as the owner of the spool and rejects a file that others can read. */
async function ownedByServer({ spool }: ServerMachine, hosts: string): Promise<void> {
  const { uid, gid } = await stat(spool);
  await chown(hosts, uid, gid);
  await chmod(hosts, 0o600);
}

/** Returns a crypt(3) hash; the password never appears on a command line. */
async function hashOf({ run }: ServerMachine, password: string): Promise<string> {
  const salt = `$6$${randomBytes(8).toString('hex')}$`;
  const { status, output } = await run('perl', ['-e', 'print crypt(<STDIN>, $ARGV[0])', salt], password);
  if (status !== 0 || !output.startsWith(salt)) throw new Error('perl makes no hash of a password');
  return output;
}

/** Starts all services, now and at boot; returns what has to be done by hand if systemd is not running. */
async function startServices(
  { systemd, run, units: folder }: ServerMachine,
  modem: string,
): Promise<string[]> {
  const units = ['hylafax', 'faxq', 'hfaxd', `faxgetty@${modem}`];
  if (!systemd)
    return [
      'Start faxq, hfaxd and faxgetty, and have them started again when they end: no systemd runs on this machine.',
    ];
  for (const unit of STAYING_UP) {
    await mkdir(join(folder, `${unit}.service.d`), { recursive: true });
    await change(join(folder, `${unit}.service.d/f2e.conf`), () => STARTED_AGAIN);
  }
  for (const args of [['daemon-reload'], ['enable', ...units], ['restart', ...units]]) {
    const { status, output } = await run('systemctl', args);
    if (status !== 0) return [`systemctl ${args.join(' ')} failed: ${lastLine(output)}`];
  }
  return [];
}

function newPassword(): string {
  return randomBytes(18).toString('hex');
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
}

function refused(reason: string): ServerOutcome {
  return { kind: 'refused', reason };
}
