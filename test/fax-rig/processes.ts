import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts a program in its own session, like a daemon. */
export function launch(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(command, args, { stdio: 'ignore', detached: true, ...options });
}

/**
 * Kills a process with all its descendants by kill -9, in whatever session they are. Stops each before looking for its
 * children: a child started in the meantime would lose its parent, and survive.
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

/** Stops a process gracefully, and kills whatever remains. */
export async function endTree(pid: number): Promise<void> {
  const deadline = Date.now() + 2_000;
  signal(pid, 'SIGTERM');
  while (signal(pid, 0) && Date.now() < deadline) await pause(20);
  killTree(pid);
}

/** Returns whether the signal was delivered: 0 checks whether the process is alive. */
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
    return 0; // It has just ended.
  }
}

/** Returns the crypt(3) hash that HylaFAX compares passwords with. */
export function cryptOf(password: string): string {
  return execFileSync('perl', ['-e', 'print crypt($ARGV[0], "f2")', password], { encoding: 'utf8' });
}

/** Polls until the condition holds; throws with `what` after the time limit. */
export async function waitFor(what: string, holds: () => boolean | Promise<boolean>, limitMs = 30_000) {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(50);
  }
}
