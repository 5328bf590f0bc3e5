import { readFileSync } from 'node:fs';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { reportSheet } from './report-sheet.ts';
import { readReportedCalls, readReportedFax } from './transmission-report.store.ts';

const TEMPLATE = readFileSync(new URL('report.typ', import.meta.url), 'utf8');

/** Dependencies of transmission reports. */
export interface TransmissionReportDeps {
  database: Pick<Database, 'db'>;
  files: Pick<FileStore, 'get'>;
  documents: Pick<DocumentEngine, 'coverSheet' | 'firstPage' | 'joinPages' | 'exportPdf'>;
  messages: { say(language: string, key: string, params?: Record<string, string | number>): string };
}

/** A report ready to be downloaded or attached to a mail. */
export interface TransmissionReport {
  name: string;
  pdf: Uint8Array;
}

/**
 * Makes the report on a sent or failed fax of this account: how it ended, who sent it and when, every call, and the
 * first page of the document. Returns null for a fax without a report: received, still in the outbox, deleted, or
 * another account's.
 */
export type MakeTransmissionReport = (
  accountId: number,
  faxId: number,
  language: string,
) => Promise<TransmissionReport | null>;

/**
 * Creates the function that makes reports. That function throws UNAVAILABLE while nothing can be drawn on this machine.
 */
export function createTransmissionReports(deps: TransmissionReportDeps): MakeTransmissionReport {
  const { database, files, documents, messages } = deps;
  return async (accountId, faxId, language) => {
    const fax = await readReportedFax(database.db, accountId, faxId);
    if (!fax) return null;
    const calls = fax.jobId === null ? [] : await readReportedCalls(database.db, fax.jobId);
    const say = (key: string, params?: Record<string, string | number>): string =>
      messages.say(language, key, params);
    const sheet = reportSheet(fax, calls, { language, say });
    const drawn = await documents.coverSheet({ ...sheet, template: TEMPLATE });
    if (drawn.kind !== 'ok') throw new AppError(drawn.kind === 'retry' ? 'UNAVAILABLE' : 'INTERNAL');
    const tiff = fax.tiffKey === null ? null : await files.get(fax.tiffKey);
    const first = tiff && documents.firstPage(tiff);
    const joined = first ? documents.joinPages([drawn.tiff, first]) : drawn;
    const whole = joined.kind === 'ok' ? joined.tiff : drawn.tiff;
    return {
      name: `report_${fax.to.replaceAll(/\D/g, '') || 'unknown'}_${fax.faxId}.pdf`,
      pdf: await documents.exportPdf(whole, 0),
    };
  };
}
