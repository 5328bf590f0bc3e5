import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

import { UPLOAD_LIMITS } from '#contract/faxes/send-limits.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import type { FaxLine, OutgoingCall } from '#engine/fax-line/port.ts';
import { simulatorLine } from '#engine/fax-line/simulator.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import type { AccountId, Caller } from '#server/kit/scope.ts';
import { assembleSending } from '#server/composition/sending.ts';
import type { Sending, SendingParts } from '#server/composition/sending.ts';

import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { HANG_MS } from './patience.ts';

/** The sending features over a real database and disk, with documents and lines that a test controls. */
export interface SendingRig {
  database: TestDatabase;
  files: FileStore;
  sending: Sending;
  /** Calls that lines placed, in order. */
  calls: OutgoingCall[];
  /** Sends a text with the given number of pages; returns the accepted jobs. */
  send(
    account: AccountId,
    numbers: string[],
    options?: { pages?: number; text?: string; key?: string; later?: string; anyHour?: boolean },
  ): Promise<SentJob[]>;
  /** Creates another set of features over the same database: to the queue it is a second process. */
  another(change?: Partial<SendingParts>): Sending;
  stop(): Promise<void>;
}

type SentJob = Awaited<ReturnType<Sending['compose']['send']>>[number];

/** Sends no notices: the content of mails is tested with the code that writes them. */
export const noNotices: FaxNotices = {
  arrived: async () => {},
  arrivedFor: async () => {},
  sent: async () => {},
  failed: async () => {},
  booked: async () => {},
  suspended: async () => {},
  unsent: async () => {},
  limitReached: async () => {},
};

/** No account has rules: their actions are tested separately. */
const noRules = { arrived: async () => {} };
/** No text is recognized. */
const noTexts = { arrived: async () => {}, converted: async () => {} };

/** No fax is split. */
const noSplits = { arrived: async () => false };
const noPageTexts = { pagesWithBarcode: async () => new Set<number>(), copyPart: async () => {} };

/** Daily limits so high that tests about other things never reach them. */
export const PLENTY = { calls: 100_000, pages: 1_000_000, perNumber: 10_000 };

/** The letter that stands for one page of a fake TIFF. */
const PAGE = 'P';

function unused(): never {
  throw new Error('not part of this test');
}

/**
 * Creates documents without converters: a text «pages 3» becomes a fake TIFF of three pages. «damaged» is refused,
 * «crash» crashes its converter every time, «slow» takes until it is aborted.
 */
export function fakeDocuments(change: Partial<DocumentEngine> = {}): DocumentEngine {
  return {
    toFaxPages: async (sources, { signal } = {}) => {
      const text = sources.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n');
      if (text.includes('damaged')) return { kind: 'refused', reason: 'DOCUMENT_DAMAGED' };
      if (text.includes('crash')) return { kind: 'retry', reason: 'CONVERTER_CRASHED' };
      if (text.includes('slow')) await pause(60_000, undefined, signal ? { signal } : {});
      const pages = Number(/pages (\d+)/.exec(text)?.[1] ?? 1);
      return { kind: 'ok', tiff: Buffer.from(PAGE.repeat(pages)), pages };
    },
    needsProgram: () => false,
    resolution: 'fine',
    forCall: async (tiff) => tiff,
    stampHeader: async (tiff, header) => Buffer.concat([tiff, Buffer.from(`|${header.from}>${header.to}`)]),
    capPages: (tiff) => tiff,
    countPages: (tiff) => (Buffer.from(tiff).toString().split('|')[0] ?? '').length,
    coverSheet: async (sheet) => ({
      kind: 'ok',
      tiff: Buffer.from(PAGE),
      pages: sheet.otherPages < 0 ? 0 : 1,
    }),
    warmCovers: () => undefined,
    joinPages: (tiffs) => {
      const joined = Buffer.concat(tiffs);
      return { kind: 'ok', tiff: joined, pages: joined.length };
    },
    arrangePages: async (_tiff, plan) => ({
      kind: 'ok',
      tiff: Buffer.from(PAGE.repeat(plan.length)),
      pages: plan.length,
    }),
    firstPage: (tiff) => tiff.slice(0, PAGE.length),
    pageImage: unused,
    pagePng: unused,
    recognizeText: unused,
    exportPdf: unused,
    exportTiff: unused,
    status: async () => ({
      sandbox: 'ok',
      types: ['txt', 'pdf', 'png'].map((extension) => ({ extension, ok: true })),
      recognition: { languages: [] },
    }),
    close: async () => undefined,
    ...change,
  };
}

/** Sending without what other features add to it, and without limits that tests would reach. */
export const PLAIN = {
  lineKey: Buffer.alloc(32, 7),
  notices: noNotices,
  rules: noRules,
  texts: noTexts,
  splits: noSplits,
  pageTexts: noPageTexts,
  upload: UPLOAD_LIMITS,
  dayLimits: { usual: PLENTY, fresh: PLENTY, newDays: 7 },
  zone: 'America/New_York',
};

/** Changes to a rig's defaults. */
type SendingChange = Omit<Partial<SendingParts>, 'database'> & {
  /** Wraps lines of the simulator. */
  line?: (line: FaxLine) => FaxLine;
  connections?: number;
  /** For use outside of tests, without their database server. */
  database?: TestDatabase;
};

/** Starts a rig. */
export async function startSending(change: SendingChange = {}): Promise<SendingRig> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-sending-'));
  const database = change.database ?? (await createTestDatabase({ max: change.connections ?? 10 }));
  const files = await openDiskStore(join(folder, 'documents'));
  const calls: OutgoingCall[] = [];
  const parts: SendingParts = {
    database,
    files,
    documents: fakeDocuments(),
    chooseLine: ({ pattern }) => {
      const simulator = simulatorLine(pattern, { ringMs: 0, pageMs: 1 });
      const line: FaxLine = {
        ...simulator,
        send: async (call, signal) => {
          calls.push(call);
          return await simulator.send(call, signal);
        },
      };
      return { kind: 'ok', line: change.line?.(line) ?? line };
    },
    ...PLAIN,
    retryMinutes: [0.0001, 0.0001, 0.0001, 0.0001],
    faultPoint: () => undefined,
    log: pino({ level: process.env['F2E_TEST_LOG'] ?? 'silent' }),
    ...change,
  };
  const sending = assembleSending(parts);
  return {
    database,
    files,
    sending,
    calls,
    send: async (account, numbers, { pages = 1, text = '', key, later = '', anyHour = false } = {}) =>
      await sending.compose.send({
        account,
        fields: new Map([
          ['destinations', numbers.join(';')],
          ['send_at', later],
          ['outside_window', anyHour ? '1' : '0'],
        ]),
        files: [textFile(`pages ${pages} ${text}`)],
        ...(key && { key }),
        origin: 'web',
        actor: { kind: 'account', id: account },
        address: '192.0.2.1',
        say: (name) => name,
      }),
    another: (other = {}) => assembleSending({ ...parts, ...other }),
    stop: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function textFile(text: string) {
  const bytes = Buffer.from(text);
  return { name: 'letter.txt', extension: 'txt', size: bytes.length, read: async () => bytes };
}

/** Returns the account as a caller of the web's services. */
export function callerOf(accountId: AccountId): Caller {
  return { accountId, brandId: 1, sessionIdHash: Buffer.alloc(32), address: '192.0.2.1', language: 'en' };
}

/**
 * Waits until the condition holds; fails with the last value if nothing has changed for a long time. No wait has its
 * own limit: a busy machine is not a fault.
 */
export async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  let [before, since] = ['', Date.now()];
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    const now = JSON.stringify(seen);
    if (now !== before) [before, since] = [now, Date.now()];
    if (Date.now() > since + HANG_MS) throw new Error(`waited in vain; last seen: ${now}`);
    await pause(10);
  }
}
