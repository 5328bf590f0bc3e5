import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { openDocumentEngine } from '#engine/documents/choose.ts';
import { makePdf } from '#engine/documents/fixtures/make-pdf.ts';
import type { SourceFile } from '#engine/documents/port.ts';
import { familyOf } from '#engine/documents/sandbox/memory-watch.ts';
import { startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { officeSamples } from './document-samples.ts';
import { LETTER, logIn, sendLetter } from './people.ts';

/** Minutes of idle time before memory is measured. */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 5);
const ROUNDS = 3;

/** Megabytes that a whole idle installation may use: before any office document, and after one. */
const LIMITS = [220, 350] as const;
/** Milliseconds that the first document after an idle time may take. */
const FIRST_LIMITS: Readonly<Record<string, number>> = { pdf: 700, text: 700, office: 2_500 };

const log = { info: (): void => {}, warn: (): void => {}, error: (): void => {} };

/** The part that a process belongs to, by its command line; the first match counts. */
const PARTS: readonly [part: string, command: RegExp][] = [
  ['PostgreSQL', /postgres/u],
  ['LibreOffice', /soffice|oosplash|office-worker/u],
  ['cover pages', /cover-child/u],
  ['converters', /sandbox.child-main|bwrap/u],
  ['service', /./u],
];

/** Prints the memory of an idle installation, and how long the first document after an idle time takes. */
export async function run(): Promise<void> {
  await firstDocuments();
  const product = await startProduct({ env: { F2E_SMTP_LISTEN: '', F2E_LOG: 'warn', F2E_OCR: 'all' } });
  try {
    await rest(product, 'after the start', LIMITS[0]);
    await sendOffice(product);
    await rest(product, 'after an office document', LIMITS[1]);
  } finally {
    await product.stop();
  }
}

/** Waits, then prints the memory of each part: private memory plus its share of shared memory (PSS). */
async function rest({ pid }: Product, when: string, limit: number): Promise<void> {
  await pause(MINUTES * 60_000);
  const parts = new Map<string, number>();
  for (const id of familyOf(pid)) {
    const part = PARTS.find(([, command]) => command.test(procText(id, 'cmdline')))?.[0];
    if (part === undefined) continue;
    const kB = Number(/^Pss:\s+(\d+)/mu.exec(procText(id, 'smaps_rollup'))?.[1] ?? 0);
    parts.set(part, (parts.get(part) ?? 0) + kB / 1024);
  }
  const sum = [...parts.values()].reduce((total, size) => total + size, 0);
  console.log(`MB, ${MINUTES} minutes ${when}`);
  console.table(
    Object.fromEntries([...parts.set('all', sum)].map(([part, size]) => [part, Math.round(size)])),
  );
  if (sum > limit) console.log(`over the limit: ${limit} MB`);
}

/** Returns a file of proc(5); empty if the process has ended. */
function procText(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

/** Sends an office document from one demonstration account to itself. */
async function sendOffice({ baseURL, password }: Product): Promise<void> {
  const [sample] = (await officeSamples()).filter(({ name }) => name.endsWith('.docx'));
  const number = '2125550100';
  const person = await logIn(baseURL, number, password);
  if (typeof person === 'number' || sample === undefined) throw new Error('nobody could log in');
  const { status } = await sendLetter(baseURL, person, number, {
    name: sample.name,
    bytes: new Uint8Array(sample.bytes),
  });
  if (status !== 200) throw new Error(`sending answered ${status}`);
}

/** Measures how long the first document takes after all converters have ended. */
async function firstDocuments(): Promise<void> {
  const tempDir = await mkdtemp(`${tmpdir()}/idle-bench-`);
  const engine = await openDocumentEngine({ workers: 2, untrusted: 'sandbox', tempDir, log, idleMs: 1_000 });
  const office = (await officeSamples()).find(({ name }) => name.endsWith('.docx'))!;
  const documents: Record<string, SourceFile> = {
    pdf: { name: 'a.pdf', bytes: makePdf() },
    text: { name: 'a.txt', bytes: Buffer.from(LETTER) },
    office,
  };
  const rows: Record<string, Record<string, number>> = {};
  try {
    await engine.status();
    for (const [kind, file] of Object.entries(documents)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await pause(3_000);
        const begun = performance.now();
        const { kind: outcome } = await engine.toFaxPages([file]);
        if (outcome !== 'ok') throw new Error(`${file.name}: ${outcome}`);
        times.push(Math.round(performance.now() - begun));
      }
      const median = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
      rows[kind] = { 'ms (median)': median, 'at most': FIRST_LIMITS[kind] ?? 0 };
    }
  } finally {
    await engine.close();
    await rm(tempDir, { recursive: true });
  }
  console.log('the first document after a rest');
  console.table(rows);
}
