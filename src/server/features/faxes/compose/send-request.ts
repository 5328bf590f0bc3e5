import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';
import type { Say } from './cover-pages/cover-sheet.ts';
import type { AcceptedJob, Consignment } from '#server/features/faxes/queue/outbox.service.ts';

/** One file to send, wherever it came from. */
export interface FileToSend {
  name: string;
  extension: string;
  size: number;
  /** Of its bytes, where it is known already. */
  sha256?: Buffer;
  /** Its place among drafts and files; those without one follow the drafts. */
  index?: number;
  read(): Promise<Uint8Array>;
}

/** What a program keeps with its faxes, and whether they are only a test. */
export type ProgramWords = Pick<Consignment, 'clientRef' | 'metadata' | 'isTest'>;

/** A send as a route, the operator command or another surface hands it over. */
export interface SendRequest {
  account: AccountId;
  fields: ReadonlyMap<string, string>;
  files: readonly FileToSend[];
  /** A repeat with the same key gets the first answer and sends nothing; with other content it is refused. */
  key?: string;
  /** What the key was sent with, where fields and files do not say all of it. */
  fingerprint?: Buffer;
  /** Numbers that it may go to, where that is not what people may. */
  mostNumbers?: number;
  /** What a program says about its faxes. */
  program?: ProgramWords;
  origin: Consignment['origin'];
  /** Who is told what becomes of the faxes; the account's own address when left out. */
  originatorEmail?: string;
  actor: AuditEntry['actor'];
  address: string;
  say: Say;
  /** Writes down in the same transaction what belongs to this send; not called for a repeat. */
  also?(tx: Db, sent: { documentId: number; jobs: readonly AcceptedJob[] }): Promise<void>;
}
