import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path on Debian. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

/**
 * The wall clock of some processes, which can be stepped like by a bad time server; their monotonic clock is
 * unaffected.
 */
export interface SteppedClock {
  /** The environment variables that a process must start with. */
  env: Record<string, string>;
  /** Sets the clock off by `seconds` from now on; noticed within a second. */
  step(seconds: number): void;
}

/** Returns what is missing to step clocks; null if nothing is. */
export function whyNoClock(): string | null {
  return existsSync(LIBRARY) ? null : 'apt-get install libfaketime';
}

/**
 * Returns a clock that is correct until it is stepped. `file` stores the offset; processes of any user must be able to
 * read it.
 */
export function steppedClock(file: string): SteppedClock {
  const step = (seconds: number): void => {
    // Replaced in one step: a partly written file would be read as no offset.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  step(0);
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // File times stay those of the disk.
    NO_FAKE_STAT: '1',
  };
  return { env, step };
}

/** The library leaves its shared memory behind when a process is killed. */
export function sweepClocks(): void {
  const memory = '/dev/shm';
  for (const name of readdirSync(memory)) {
    const pid = /^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/u.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { force: true });
  }
}
