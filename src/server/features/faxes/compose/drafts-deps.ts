import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';

/** Dependencies of drafts. */
export interface DraftsDeps {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  /** Scans every file for malware, if the operator has set this up. */
  scanner?: VirusScanner | undefined;
  log: Logger;
}
