import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the folder in which each process of the product over a data folder has a file, named by its pid. */
function runFolder(dataDir: string): string {
  return join(dataDir, 'run');
}

/**
 * Records that this process runs the product over a data folder, so that `f2e stop` finds it. Call the returned
 * function when the process ends. A killed process leaves its file behind, which `runningProducts` can tell from that
 * of a live one.
 */
export async function noteRunning(dataDir: string): Promise<() => Promise<void>> {
  const folder = runFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, String(process.pid));
  await writeFile(file, (await startOf(process.pid)) ?? '', { mode: 0o600 });
  return async () => await rm(file, { force: true });
}

/**
 * Returns the pids of the processes that run the product over a data folder on this machine, and removes the files of
 * dead ones.
 */
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

/** Whether a process found earlier still runs; its pid may soon belong to another process. */
export async function isRunning(dataDir: string, pid: number): Promise<boolean> {
  return (await runningProducts(dataDir)).includes(pid);
}

/**
 * Returns the start time of a process, in ticks since the machine booted: together with the pid it identifies a process
 * uniquely, because pids are reused. Null if there is no such process (proc_pid_stat(5), field 22, counted from behind
 * the name in parentheses).
 */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? null : (rest[18] ?? null);
}
