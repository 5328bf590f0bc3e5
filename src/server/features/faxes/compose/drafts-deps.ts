import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';

/** What drafts stand on. */
export interface DraftsDeps {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  /** Looks for malware in every file, where the operator wants that. */
  scanner?: VirusScanner | undefined;
  log: Logger;
}
