import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';
import type { Say } from './cover-pages/cover-sheet.ts';
import type { AcceptedJob, Consignment } from '#server/features/faxes/queue/outbox.service.ts';

/** A file to send, from any source. */
export interface FileToSend {
  name: string;
  extension: string;
  size: number;
  /** SHA-256 of its bytes, if already known. */
  sha256?: Buffer;
  /** Its position among drafts and files; files without one follow the drafts. */
  index?: number;
  read(): Promise<Uint8Array>;
}

/** The data that a program keeps with its faxes, and whether they are only a test. */
export type ProgramWords = Pick<Consignment, 'clientRef' | 'metadata' | 'isTest'>;

/** A send as a route, the operator command or another caller submits it. */
export interface SendRequest {
  account: AccountId;
  fields: ReadonlyMap<string, string>;
  files: readonly FileToSend[];
  /** A repeat with the same key gets the first answer and sends nothing; with other content it is refused. */
  key?: string;
  /** Hash of the request behind the key, if fields and files do not cover all of it. */
  fingerprint?: Buffer;
  /** Most numbers, if different from the limit for people. */
  mostNumbers?: number;
  /** A program's data about its faxes. */
  program?: ProgramWords;
  origin: Consignment['origin'];
  /** Who is notified of the outcome; the account's own address if omitted. */
  originatorEmail?: string;
  actor: AuditEntry['actor'];
  address: string;
  say: Say;
  /** Writes what belongs to this send in the same transaction; not called for a repeat. */
  also?(tx: Db, sent: { documentId: number; jobs: readonly AcceptedJob[] }): Promise<void>;
}
