import { readdirSync, readFileSync } from 'node:fs';
import { CHILD_RESIDENT_BYTES } from '../limits.ts';

/**
 * Milliseconds between checks: a memory hog grows by a few hundred megabytes meanwhile; RLIMIT_DATA catches the rest.
 */
const LOOK_EVERY_MS = 100;

/** Linux counts resident memory in pages, which have 4096 bytes on all our platforms (including our arm64 kernels). */
const PAGE_BYTES = 4096;

/** How many processes below one child are followed; a fork bomb must not make the watch itself expensive. */
const MAX_PROCESSES = 64;

/** Reads a file of /proc; returns an empty string if its process has exited. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process exited between two reads, or this is not Linux: nothing is resident.
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    // As above.
    return [];
  }
}

/**
 * Returns a process and all its descendants (bubblewrap is two processes above a program). Linux lists a child under
 * the thread that started it, and LibreOffice starts its second process from another thread.
 */
export function familyOf(pid: number): number[] {
  const pids = [pid];
  for (let index = 0; index < pids.length && index < MAX_PROCESSES; index++) {
    const tasks = `/proc/${pids[index]}/task`;
    const children = list(tasks).flatMap((task) =>
      readProc(`${tasks}/${task}/children`).split(' ').filter(Boolean),
    );
    pids.push(...children.map(Number));
  }
  return pids;
}

/** Returns the resident bytes of a process and all its descendants. */
export function residentBytes(pid: number): number {
  const pages = familyOf(pid).map((id) => Number(readProc(`/proc/${id}/statm`).split(' ')[1] ?? 0));
  return pages.reduce((sum, count) => sum + count, 0) * PAGE_BYTES;
}

/** Calls `onExcess` once if a child holds more memory than a conversion ever needs. Returns a function to stop. */
export function watchMemory(pid: number, onExcess: () => void): () => void {
  const timer = setInterval(() => {
    if (residentBytes(pid) <= CHILD_RESIDENT_BYTES) return;
    clearInterval(timer);
    onExcess();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
