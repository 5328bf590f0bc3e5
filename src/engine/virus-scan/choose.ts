import { clamdScanner } from './clamd.ts';
import type { VirusScanner } from './port.ts';

/** Opens the scanner named by F2E_CLAMAV; returns `undefined` if none is configured. */
export function openVirusScanner(address: '' | { host: string; port: number }): VirusScanner | undefined {
  return address === '' ? undefined : clamdScanner(address);
}
