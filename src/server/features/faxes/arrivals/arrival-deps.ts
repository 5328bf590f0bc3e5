import type { Logger } from 'pino';

import type { Database, Db } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';

import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import type { Receiver } from './arrivals.store.ts';
import type { ArrivedPages, Arrival } from './arrived-pages.ts';
import type { ArrivalRefusal } from './refuse-arrival.ts';
import type { ArrivalSplits } from './splitting/begin-splitting.ts';

/** An arrival whose files are stored and whose rows are not written yet. */
export type PreparedArrival =
  | {
      kind: 'refused';
      arrival: Arrival;
      receiver: Receiver | undefined;
      reason: ArrivalRefusal;
      /**
       * Where the fax is kept for the operator; null if the account blocks the caller, or if no line received the fax.
       */
      fileKey: string | null;
    }
  | {
      kind: 'stored';
      arrival: Arrival;
      receiver: Receiver;
      storageKey: string;
      pathKey: string;
      pages: ArrivedPages;
    };

/** The account's rules for received faxes. */
interface ArrivalRules {
  /** Queues the rules to run on a fax soon after this transaction. */
  arrived(tx: Db, fax: { accountId: number; faxId: number; byRule: boolean }): Promise<void>;
}

/** Text recognition for the pages of faxes. */
interface ArrivalTexts {
  /** Queues the pages of a fax to be read soon after this transaction. */
  arrived(tx: Db, fax: { accountId: number; faxId: number }): Promise<void>;
}

/** Dependencies of arrivals. */
export interface ArrivalsDeps {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  /** Mails about arrivals. */
  notices: Pick<FaxNotices, 'arrived' | 'booked'>;
  rules: ArrivalRules;
  texts: ArrivalTexts;
  splits: Pick<ArrivalSplits, 'arrived'>;
  /** Recognized contents of pages, for splitting. */
  pageTexts: Pick<PageTexts, 'pagesWithBarcode' | 'copyPart'>;
  /** The server zone, in which the months of usage begin. */
  zone: string;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
}
