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

/** An arrival whose files are stored; only its rows are missing. */
export type PreparedArrival =
  | {
      kind: 'refused';
      arrival: Arrival;
      receiver: Receiver | undefined;
      reason: ArrivalRefusal;
      /** Where the fax is kept for the operator; null for one that the account itself refuses. */
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

/** The rules that an account has for what arrives. */
interface ArrivalRules {
  /** A fax arrived: has the rules look at it soon after this transaction. */
  arrived(tx: Db, fax: { accountId: number; faxId: number; byRule: boolean }): Promise<void>;
}

/** Reading of what stands on the pages of faxes. */
interface ArrivalTexts {
  /** A fax arrived: has its pages read soon after this transaction. */
  arrived(tx: Db, fax: { accountId: number; faxId: number }): Promise<void>;
}

/** What arrivals stand on. */
export interface ArrivalsDeps {
  database: Database;
  files: FileStore;
  documents: DocumentEngine;
  /** Mails about what arrives. */
  notices: Pick<FaxNotices, 'arrived' | 'booked'>;
  rules: ArrivalRules;
  texts: ArrivalTexts;
  splits: Pick<ArrivalSplits, 'arrived'>;
  /** What stands on pages, for splitting. */
  pageTexts: Pick<PageTexts, 'pagesWithBarcode' | 'copyPart'>;
  /** The server zone: months of usage begin in it. */
  zone: string;
  faultPoint: FaultPoint;
  log: Pick<Logger, 'warn'>;
}
