import { readdirSync, readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/**
 * Ensures that no test file leaves a process behind. A process that a failed test has stopped or forgotten would keep
 * the output of the run open, and the run would never end.
 */
afterAll(() => {
  const left = descendants(process.pid);
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  if (left.length > 0)
    throw new Error(`Processes were left running: ${left.map(({ command }) => command).join('; ')}`);
});

interface Left {
  pid: number;
  parent: number;
  command: string;
}

/** Returns the descendants of a process, without zombies. */
function descendants(ancestor: number): Left[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  const found = new Set([ancestor]);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  found.delete(ancestor);
  return all.filter(({ pid }) => found.has(pid));
}

/** Returns an empty list for a process that has ended. */
function readProcess(pid: number): Left[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    // An exiting process has already released its memory, including its command, before it becomes a zombie.
    return state === 'Z' || command === '' ? [] : [{ pid, parent: Number(parent), command }];
  } catch {
    return [];
  }
}
