import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A server program that a test started. */
export interface Daemon {
  stop(): Promise<void>;
}

const PROGRAMS = ['/usr/sbin/postfix', '/usr/sbin/dovecot', '/usr/sbin/unbound', '/usr/lib/dovecot/lmtp'];

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 10_000;

/** Returns why the mail servers cannot be started on this machine; null if they can. */
export function whyNoMailRig(): string | null {
  const missing = PROGRAMS.filter((program) => !existsSync(program));
  if (missing.length > 0)
    return `${missing.join(', ')} missing: apt-get install postfix dovecot-imapd dovecot-lmtpd unbound`;
  return process.getuid?.() === 0 ? null : 'Postfix and Dovecot start as root only';
}

/** A server program that a test may kill. */
interface MortalDaemon extends Daemon {
  pid: number;
  kill(): Promise<void>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
  isOver(): boolean;
}

/** Runs a program in the foreground until `stop`; resolves once it listens on the port. */
export async function startDaemon(
  command: string,
  args: string[],
  port: number,
  host = '127.0.0.1',
): Promise<MortalDaemon> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const deadline = Date.now() + START_LIMIT_MS;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  while (!(await answers(port, host))) {
    if (isOver() || Date.now() > deadline) throw new Error(`${command} did not start: ${said}`);
    await pause(50);
  }
  return {
    pid: child.pid ?? 0,
    end,
    isOver,
    kill: async () => await end('SIGKILL'),
    stop: async () => {
      if (isOver()) return;
      child.kill('SIGTERM');
      await Promise.race([ended, pause(STOP_LIMIT_MS, undefined, { ref: false })]);
      if (!isOver()) child.kill('SIGKILL');
    },
  };
}

async function answers(port: number, host: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
