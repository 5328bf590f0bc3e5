import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

/**
 * Asked inside the sandbox: true when neither the host's files nor its network are within reach, and a filter of system
 * calls is on (mode 2 in proc(5)). This is the proof that the sandbox holds; without it no document gets in.
 */
export function isConfined(): boolean {
  const outward = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  const filtered = /^Seccomp:\s+2$/m.test(readFileSync('/proc/self/status', 'latin1'));
  return outward.length === 0 && !existsSync('/etc/passwd') && filtered;
}
