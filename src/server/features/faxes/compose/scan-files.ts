import type { Logger } from 'pino';

import type { VirusScanner } from '#engine/virus-scan/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { logEvent } from '#server/kit/log-event.ts';

/** A file that is about to be accepted. */
interface FileToScan {
  name: string;
  read(): Promise<Uint8Array>;
}

/**
 * Refuses files with malware: FILE_INFECTED names the first one. A file that could not be scanned is refused as well:
 * UNAVAILABLE asks the sender to try again. Does nothing without a scanner.
 */
export async function scanFiles(
  scanner: VirusScanner | undefined,
  log: Pick<Logger, 'warn'>,
  files: readonly FileToScan[],
): Promise<void> {
  if (!scanner) return;
  for (const file of files) {
    const outcome = await scanner.scan(await file.read());
    if (outcome.kind === 'clean') continue;
    if (outcome.kind === 'infected') {
      logEvent(log, 'upload.malware', { malware: outcome.name });
      throw new AppError('FILE_INFECTED', { params: { file: file.name } });
    }
    logEvent(log, 'upload.not-scanned', { reason: outcome.reason });
    throw new AppError('UNAVAILABLE');
  }
}
