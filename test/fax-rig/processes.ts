import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts a program in a session of its own, as a daemon would be. */
export function launch(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(command, args, { stdio: 'ignore', detached: true, ...options });
}

/**
 * kill -9 for a process with all that it has started, whatever session they moved to. Each is held still before its
 * children are looked for: one that it starts meanwhile would be nobody's child, and live on.
 */
export function killTree(pid: number): void {
  const doomed = new Set<number>();
  for (let found = [pid]; found.length > 0;) {
    for (const one of found) {
      doomed.add(one);
      signal(one, 'SIGSTOP');
    }
    const children = [...parentsOfAll()].filter(
      ([child, parent]) => doomed.has(parent) && !doomed.has(child),
    );
    found = children.map(([child]) => child);
  }
  for (const one of doomed) signal(one, 'SIGKILL');
}

/** Ends a process as its owner would, and kills what does not go. */
export async function endTree(pid: number): Promise<void> {
  const deadline = Date.now() + 2_000;
  signal(pid, 'SIGTERM');
  while (signal(pid, 0) && Date.now() < deadline) await pause(20);
  killTree(pid);
}

/** Whether the signal was delivered: 0 asks whether the process lives. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function parentsOfAll(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name);
    if (parent > 0) parents.set(Number(name), parent);
  }
  return parents;
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(/ [A-Z] (\d+) /.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1] ?? 0);
  } catch {
    return 0; // It ended while we looked.
  }
}

/** The crypt(3) hash that HylaFAX compares passwords with. */
export function cryptOf(password: string): string {
  return execFileSync('perl', ['-e', 'print crypt($ARGV[0], "f2")', password], { encoding: 'utf8' });
}

/** Looks until the condition holds; fails with the words when it takes too long. */
export async function waitFor(what: string, holds: () => boolean | Promise<boolean>, limitMs = 30_000) {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(50);
  }
}
