import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

/**
 * Called inside the sandbox: returns true if neither the host's files nor its network are reachable, and a system call
 * filter is on (mode 2 in proc(5)). This proves that the sandbox works; without it no document is let in.
 */
export function isConfined(): boolean {
  const outward = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  const filtered = /^Seccomp:\s+2$/m.test(readFileSync('/proc/self/status', 'latin1'));
  return outward.length === 0 && !existsSync('/etc/passwd') && filtered;
}
