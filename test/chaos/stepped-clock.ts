import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian puts it. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

/** The wall clock of some processes, which can be stepped as a bad time server would; their monotonic clock goes on. */
export interface SteppedClock {
  /** Variables that a process has to start with. */
  env: Record<string, string>;
  /** So many seconds off from now on; noticed within a second. */
  step(seconds: number): void;
}

/** What is missing; null when nothing is. */
export function whyNoClock(): string | null {
  return existsSync(LIBRARY) ? null : 'apt-get install libfaketime';
}

/** A clock that says the truth until it is stepped. `file` is where it is kept; processes of any user must read it. */
export function steppedClock(file: string): SteppedClock {
  const step = (seconds: number): void => {
    // In one go: a file that is being written would be read as no offset at all.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  step(0);
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Times of files are those that the disk has.
    NO_FAKE_STAT: '1',
  };
  return { env, step };
}

/** The library leaves its memory behind when a process is killed. */
export function sweepClocks(): void {
  const memory = '/dev/shm';
  for (const name of readdirSync(memory)) {
    const pid = /^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/u.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { force: true });
  }
}
