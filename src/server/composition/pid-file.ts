import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where each process of the product over a data folder has a file of its own, named by its number. */
function runFolder(dataDir: string): string {
  return join(dataDir, 'run');
}

/**
 * Notes that this process runs the product over a data folder, so that `f2e stop` finds it; call what comes back when
 * it ends. A killed process leaves its note behind, which `runningProducts` tells from a live one.
 */
export async function noteRunning(dataDir: string): Promise<() => Promise<void>> {
  const folder = runFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, String(process.pid));
  await writeFile(file, (await startOf(process.pid)) ?? '', { mode: 0o600 });
  return async () => await rm(file, { force: true });
}

/** Numbers of the processes that run the product over a data folder on this machine; notes of dead ones are removed. */
export async function runningProducts(dataDir: string): Promise<number[]> {
  const folder = runFolder(dataDir);
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const alive: number[] = [];
  for (const name of names.filter((one) => /^\d+$/u.test(one))) {
    const noted = await readFile(join(folder, name), 'utf8').catch(() => '');
    const started = await startOf(Number(name));
    if (started !== null && started === noted) alive.push(Number(name));
    else await rm(join(folder, name), { force: true });
  }
  return alive;
}

/** Whether a process that was found still runs; its number may belong to another one soon. */
export async function isRunning(dataDir: string, pid: number): Promise<boolean> {
  return (await runningProducts(dataDir)).includes(pid);
}

/**
 * When a process was started, in ticks since the machine was: with its number it names one process for ever, as
 * numbers are given again. Null when there is none (proc_pid_stat(5), field 22, counted behind the name in brackets).
 */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? null : (rest[18] ?? null);
}
