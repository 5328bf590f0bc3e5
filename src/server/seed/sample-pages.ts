import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';

import type { DocumentEngine } from '#engine/documents/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { SAMPLE_ADMINISTRATOR } from './sample-administrator.ts';
import { SAMPLE_ACCOUNTS } from './samples.ts';
import type { SampleDocument } from './samples.ts';

/** One sample document: the file as a person would upload it, and its fax pages. */
export interface SamplePages {
  pdf: Uint8Array;
  tiff: Uint8Array;
  pages: number;
}

/** The samples that this machine could convert; without a working sandbox there are none. */
export type AllSamplePages = ReadonlyMap<SampleDocument, SamplePages>;

/** Attempts per document: a converter that crashed once deserves another chance; a missing one does not. */
const TRIES = 2;

/** Converts every sample document once, in parallel. */
export async function loadSamplePages(deps: {
  documents: DocumentEngine;
  log: Pick<Logger, 'warn'>;
}): Promise<AllSamplePages> {
  const names = new Set(
    [...SAMPLE_ACCOUNTS, ...SAMPLE_ADMINISTRATOR.children].flatMap(({ faxes }) =>
      faxes.map(({ document }) => document),
    ),
  );
  const loaded = await Promise.all(
    [...names].map(async (name) => {
      const pdf = await readFile(join(import.meta.dirname, 'documents', `${name}.pdf`));
      const pages = await convert(deps, name, pdf);
      return pages === null ? [] : [[name, { pdf, ...pages }] as const];
    }),
  );
  return new Map(loaded.flat());
}

async function convert(
  { documents, log }: { documents: DocumentEngine; log: Pick<Logger, 'warn'> },
  name: SampleDocument,
  bytes: Uint8Array,
): Promise<{ tiff: Uint8Array; pages: number } | null> {
  let reason = '';
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const outcome = await documents.toFaxPages([{ name: `${name}.pdf`, bytes }]);
    if (outcome.kind === 'ok') return { tiff: outcome.tiff, pages: outcome.pages };
    ({ reason } = outcome);
    if (outcome.kind === 'refused') break;
  }
  logEvent(log, 'demonstration.document-failed', { document: name, reason });
  return null;
}
