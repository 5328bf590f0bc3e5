import { clamdScanner } from './clamd.ts';
import type { VirusScanner } from './port.ts';

/** The scanner that F2E_CLAMAV names; `undefined` where none is wanted. */
export function openVirusScanner(address: '' | { host: string; port: number }): VirusScanner | undefined {
  return address === '' ? undefined : clamdScanner(address);
}
