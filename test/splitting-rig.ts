import { sql } from 'kysely';

import { SEPARATOR_TEXT } from '#contract/faxes/splitting.ts';
import type { DocumentEngine, PageTextOutcome } from '#engine/documents/port.ts';
import { readClassF } from '#engine/documents/fax-page/class-f.ts';
import { countTiffPages } from '#engine/documents/fax-page/read-tiff.ts';
import { arrange } from '#engine/documents/output/turn-on-paper.ts';
import { requireClassF } from '#engine/documents/output/rewrite-pages.ts';
import { writeClassF } from '#engine/documents/fax-page/class-f.ts';
import type { Arrival } from '#server/features/faxes/arrivals/arrived-pages.ts';

import { smallTiff } from './mailbox-rig.ts';
import { fakeDocuments } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import { newTeam } from './team-rig.ts';
import type { TeamWorld } from './team-rig.ts';

/** A fax of the account as tests compare it, with each page's bytes in hex. */
export interface SplitFax {
  id: number;
  pages: string[];
  isNew: boolean;
  archived: boolean;
  partOf: number | null;
}

/** An account whose faxes are split, with the recognition results that a test sets for arriving pages. */
export interface SplittingRig extends TeamWorld {
  /** Numbers of pages with a separator code, from 1. */
  separators: Set<number>;
  /** Whether text recognition is unavailable on this machine. */
  away: boolean;
  /** Whether copying of pages fails. */
  broken: boolean;
  /** Receives a fax with the given number of pages; no job has run yet. */
  arrive(pages: number, change?: Partial<Arrival>): Promise<{ id: number; pages: string[] }>;
  /** Returns the received faxes of the account, oldest first. */
  faxes(): Promise<SplitFax[]>;
  /** Lets the time pass that a fax waits at most. */
  late(): Promise<void>;
  /** Returns the rows of a query about the account, which is $1. */
  ask<Row>(text: string): Promise<Row[]>;
  /** Creates a new account for the next test, and makes recognition available. */
  renew(): Promise<void>;
}

/** Starts the application with real pages and simulated text; call `renew` before each test. */
export async function startSplitting(): Promise<SplittingRig> {
  const rig = { separators: new Set<number>(), away: false, broken: false } as SplittingRig;
  const test = await startApp({ documents: documentsOf(rig), env: { F2E_OCR: 'received' } });
  rig.test = test;
  let calls = 0;
  rig.ask = async (text) => (await test.database.pool.query(text, [rig.account.id])).rows as never;
  rig.renew = async () => {
    await newTeam(rig);
    await rig.ask('update account_settings set split_faxes = true where account_id = $1');
    Object.assign(rig, { separators: new Set(), away: false, broken: false });
  };
  rig.arrive = async (pages, change = {}) => {
    const tiff = smallTiff(pages, 3);
    const arrival = { caller: '3105550111', stationId: 'ACME', called: rig.account.number, ...change };
    calls += 1;
    const result = await test.sending.arrivals.receive({
      lineId: null,
      callRef: `split-${calls}`,
      tiff,
      source: 'line',
      ...arrival,
    });
    if (!result.accepted) throw new Error(`the fax was refused: ${result.reason}`);
    return { id: result.fid, pages: pagesOf(tiff) };
  };
  rig.faxes = async () => {
    const { rows } = await sql<Omit<SplitFax, 'pages'> & { tiffKey: string }>`
      select f.id, f.is_new as "isNew", f.archived, f.part_of as "partOf", d.tiff_key as "tiffKey"
      from fax f join document d on d.id = f.document_id
      where f.account_id = ${rig.account.id} and f.pages = d.pages order by f.id`.execute(test.database.db);
    const read = async (key: string) => pagesOf((await test.files.get(key)) ?? new Uint8Array());
    return await Promise.all(
      rows.map(async ({ tiffKey, ...fax }) => ({ ...fax, pages: await read(tiffKey) })),
    );
  };
  rig.late = async () => {
    await rig.ask(
      `update document set created_at = created_at - interval '10 minutes' where account_id = $1`,
    );
    await test.database.pool.query('update hand_queue.job set not_before = now()');
  };
  return rig;
}

function pagesOf(tiff: Uint8Array): string[] {
  return (readClassF(tiff) ?? []).map(({ strip }) => Buffer.from(strip).toString('hex'));
}

function documentsOf(rig: SplittingRig): DocumentEngine {
  return fakeDocuments({
    toFaxPages: async ([file]) => {
      const tiff = file?.bytes ?? new Uint8Array();
      return await Promise.resolve({ kind: 'ok', tiff, pages: countTiffPages(tiff) });
    },
    stampHeader: async (tiff) => await Promise.resolve(tiff),
    arrangePages: async (tiff, plan) => {
      if (rig.broken) throw new Error('the disk is away');
      const pages = await arrange(requireClassF(tiff), plan, 'quick');
      if (pages === null) return { kind: 'refused', reason: 'NO_PAGES' };
      return { kind: 'ok', tiff: writeClassF(pages), pages: pages.length };
    },
    countPages: countTiffPages,
    exportPdf: async () => await Promise.resolve(Buffer.from('%PDF-')),
    pageImage: async () => await Promise.resolve({ kind: 'ok', gif: Buffer.from('GIF89a') }),
    recognizeText: async (_, page) => await Promise.resolve(textOf(rig, page)),
  });
}

function textOf({ away, separators }: SplittingRig, page: number): PageTextOutcome {
  if (away) return { kind: 'unavailable', detail: 'not now' };
  const box = { x: 10, y: 10, w: 90, h: 20 };
  const barcodes = separators.has(page) ? [{ format: 'QRCode', text: SEPARATOR_TEXT, ...box }] : [];
  const lines = [[{ text: `page${page}word`, ...box }]];
  return {
    kind: 'ok',
    text: { width: 1728, height: 2156, turn: 0, lines, confidence: 90, barcodes },
  };
}
