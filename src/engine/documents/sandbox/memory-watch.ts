import { readFileSync } from 'node:fs';
import { CHILD_RESIDENT_BYTES } from '../limits.ts';

/** Milliseconds between looks: a hog grows by a few hundred megabytes meanwhile, RLIMIT_DATA catches the rest. */
const LOOK_EVERY_MS = 100;

/** Linux counts resident memory in pages; every platform we run on has 4096 bytes (arm64 kernels of ours too). */
const PAGE_BYTES = 4096;

/** Processes below one child that we follow; a fork bomb must not make the watch itself expensive. */
const MAX_PROCESSES = 64;

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process ended between two reads, or this is not Linux: nothing is resident.
    return '';
  }
}

/** Resident bytes of a process and all its descendants (bubblewrap is two processes above Node). */
export function residentBytes(pid: number): number {
  const pids = [pid];
  let pages = 0;
  for (let index = 0; index < pids.length && index < MAX_PROCESSES; index++) {
    const id = pids[index]!;
    pages += Number(read(`/proc/${id}/statm`).split(' ')[1] ?? 0);
    const children = read(`/proc/${id}/task/${id}/children`).split(' ').filter(Boolean);
    pids.push(...children.map(Number));
  }
  return pages * PAGE_BYTES;
}

/** Calls `onExcess` once when a child holds more memory than a conversion ever needs. Returns how to stop. */
export function watchMemory(pid: number, onExcess: () => void): () => void {
  const timer = setInterval(() => {
    if (residentBytes(pid) <= CHILD_RESIDENT_BYTES) return;
    clearInterval(timer);
    onExcess();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
