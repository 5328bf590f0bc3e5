import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The program that speaks T.30; packages and images include it, and `node scripts/setup.mjs --sip` builds it. */
export const FAXLEG = fileURLToPath(new URL('../../../../dist/faxleg/faxleg', import.meta.url));

/** Options for starting a leg. */
export interface LegOptions {
  /** The pages to send, or the file for received ones. */
  job: { send: Uint8Array } | { receive: string };
  stationId: string;
  journal: string;
  address: string;
  /** Media ports, such as 40000-40199; empty for any. */
  ports: string;
  maxRate: number;
  ecm: boolean;
  /** Whether audio has to be encrypted. */
  secure?: boolean;
  /** Speed factor of its clock: tests in which both ends are ours run faster. */
  speed?: number | undefined;
}

/** A running leg. */
interface LegProcess {
  child: ChildProcess;
  stdin: Writable;
  stdout: Readable;
}

/** Starts the process of a leg; rejects if it cannot be started. */
export async function openLegProcess(program: string, options: LegOptions): Promise<LegProcess> {
  const child = spawnLeg(program, options);
  const begun = Promise.withResolvers<void>();
  // Comes first: an error event without a listener (no file descriptor left) would end the process with all its calls.
  child.on('error', (error) => begun.reject(error));
  child.once('spawn', () => begun.resolve());
  await begun.promise;
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('a leg has no pipes');
  return { child, stdin, stdout };
}

/** Starts the child. It has its own copy of the page file's descriptor, so ours is closed in any case. */
function spawnLeg(program: string, options: LegOptions): ChildProcess {
  const pages = 'send' in options.job ? openPages(options.job.send) : undefined;
  try {
    return spawn(program, argumentsOf(options), {
      stdio: ['pipe', 'pipe', 'ignore', ...(pages === undefined ? [] : [pages])],
      env: {},
    });
  } finally {
    if (pages !== undefined) closeSync(pages);
  }
}

/** Writes the pages to a file that is already unlinked, so that nothing is left of it whatever happens. */
function openPages(pages: Uint8Array): number {
  const path = join(tmpdir(), `f2e-sip-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    for (let at = 0; at < pages.byteLength;) at += writeSync(file, pages, at);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function argumentsOf(options: LegOptions): string[] {
  const { job, stationId, journal, address, ports, maxRate, ecm, speed } = options;
  return [
    ...('send' in job ? ['--send', '/dev/fd/3'] : ['--receive', job.receive]),
    '--station',
    stationId,
    '--journal',
    journal,
    '--address',
    address,
    '--rate',
    String(maxRate),
    ...(ports === '' ? [] : ['--ports', ports]),
    ...(ecm ? [] : ['--no-ecm']),
    ...(speed === undefined ? [] : ['--speed', String(speed)]),
  ];
}
