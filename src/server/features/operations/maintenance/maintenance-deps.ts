import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

/** What clean-up needs. */
export interface MaintenanceDeps {
  database: Database;
  store: FileStore;
  log: Logger;
  /** How long the operator can bring a deleted fax back, how long the single calls of a fax are known, and the audit. */
  keepDays: { deleted: number; calls: number; audit: number };
}
