import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { linkedPicture, makeDocx, makePptx, makeXlsx, paragraph, textCell } from '../fixtures/make-office.ts';
import { canRead, readWords } from '../fixtures/read-fax.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { openTestEngine, silentLog, tiffOf } from '../fixtures/test-engine.ts';
import { familyOf } from '../sandbox/memory-watch.ts';
import { ConverterPool } from '../sandbox/pool.ts';
import { missingForOffice } from './office-command.ts';
import { OfficePool } from './office-pool.ts';

/** Detects a document that reaches out: a network address and a file on disk. */
interface Sink {
  address: string;
  marker: string;
  /** Number of connections received. */
  hits: number;
}

/** Common settings of all documents in these tests. */
const DOC = { type: 'doc', owner: 'test' } as const;

let sink: Sink;
let server: Server;
let folder: string;
let tests: TestEngine;
let sandbox: ConverterPool;
/** LibreOffice alone, bypassing our own content checks, which refuse some documents before LibreOffice sees them. */
let office: OfficePool;
beforeAll(async () => {
  process.env['F2E_TEST_SECRET'] = 'do-not-tell';
  tests = await openTestEngine();
  const options = { workers: 1, tempDir: tmpdir(), log: silentLog };
  sandbox = new ConverterPool({ ...options, untrusted: 'sandbox' });
  office = new OfficePool({ ...options, confinement: async () => await sandbox.confinement() });
});
afterAll(async () => {
  delete process.env['F2E_TEST_SECRET'];
  await Promise.all([tests.close(), office.close(), sandbox.close()]);
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-attack-'));
  server = createServer((socket) => {
    sink.hits++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  sink = { address: `http://127.0.0.1:${port}`, marker: join(folder, 'marker'), hits: 0 };
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const html = (url: string) => `<html><body><p>Text</p><img src="${url}/x.png"></body></html>`;
const flatOdt = (url: string) =>
  '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"' +
  ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"' +
  ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.2"' +
  ' office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>' +
  `<draw:frame><draw:image xlink:href="${url}/x.png"/></draw:frame></text:p></office:text></office:body></office:document>`;
const rtf = (url: string) =>
  `{\\rtf1 Text {\\field{\\*\\fldinst INCLUDEPICTURE "${url}/x.png" \\\\d}{\\fldrslt x}}{\\*\\template ${url}/t.dot}}`;
const linked = (url: string) =>
  makeDocx(paragraph('Text 4711') + linkedPicture('r1'), [
    ['image', `${url}/x.png`, true],
    ['attachedTemplate', `${url}/t.dotx`, true],
    ['image', 'http://169.254.169.254/latest/meta-data', true],
  ]);

/** Returns the ways in which Windows names a folder on another machine: plain, with a port, and as an address. */
const foreignShares = (url: string) => [
  '\\\\127.0.0.1\\share\\x.png',
  `\\\\${url.slice('http://'.length).replace(':', '@')}\\share\\x.png`,
  `file://${url.slice('http://'.length)}/share/x.png`,
  'smb://127.0.0.1/share/x.png',
];

const formula = (place: string, text: string) => `<c r="${place}"><f>${text}</f></c>`;

/** Returns a letter in flat OpenDocument whose macro starts when it is opened: it writes to the letter and to disk. */
const macroLetter = (marker: string) =>
  '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"' +
  ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"' +
  ' xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:ooo="http://openoffice.org/2004/office"' +
  ' office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:scripts>' +
  '<office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard">' +
  '<ooo:module ooo:name="M"><ooo:source-code>Sub Go\nThisComponent.Text.String = "EXECUTED"\n' +
  `Open "${marker}" For Output As #1\nPrint #1, "x"\nClose #1\nEnd Sub</ooo:source-code></ooo:module>` +
  '</ooo:library-embedded></ooo:libraries></office:script><office:event-listeners><script:event-listener' +
  ' script:language="ooo:script" script:event-name="dom:load" xlink:type="simple"' +
  ' xlink:href="vnd.sun.star.script:Standard.M.Go?language=Basic&amp;location=document"/></office:event-listeners>' +
  '</office:scripts><office:body><office:text><text:p>Harmless 4711</text:p></office:text></office:body></office:document>';

describe.runIf(canRead && missingForOffice() === undefined)('attacks in office documents', () => {
  test('[A-CONV-10] no packet leaves for linked pictures, templates, media, shares and pages of the web', async () => {
    const url = sink.address;
    expect(await tests.convert('a.docx', linked(url))).toMatchObject({ kind: 'ok', pages: 1 });
    expect(await tests.convert('b.doc', Buffer.from(rtf(url)))).toMatchObject({ kind: 'ok' });
    for (const [name, text] of [
      ['c.doc', html(url)],
      ['d.xls', html(url)],
      ['e.doc', flatOdt(url)],
      ['f.docx', flatOdt(url)],
    ] as const) {
      expect(await tests.convert(name, Buffer.from(text))).toMatchObject({ kind: 'refused' });
    }
    const slide = makePptx('Slide 4711', undefined, [
      ['video', `${url}/film.mp4`, true],
      ['image', `${url}/x.png`, true],
    ]);
    expect(await tests.convert('g.pptx', slide)).toMatchObject({ kind: 'ok', pages: 1 });
    const shares = foreignShares(url);
    const letter = makeDocx(
      paragraph('Text 4711') + shares.map((_, at) => linkedPicture(`r${at + 1}`)).join(''),
      shares.map((target) => ['image', target, true] as const),
    );
    expect(await tests.convert('h.docx', letter)).toMatchObject({ kind: 'ok' });
    // The same pages passed to LibreOffice directly: only the sandbox is between them and the network.
    expect((await office.convert({ ...DOC, bytes: Buffer.from(html(url)) })).kind).toBe('ok');
    expect((await office.convert({ ...DOC, bytes: Buffer.from(flatOdt(url)) })).kind).toBe('ok');
    expect(sink.hits).toBe(0);
  });

  test('[A-CONV-12] formulas and links of a sheet fetch and start nothing', async () => {
    const rows = [
      `<row r="1">${textCell('A1', 'Sheet 4711')}</row>`,
      `<row r="2">${formula('A2', `WEBSERVICE("${sink.address}/w")`)}</row>`,
      `<row r="3">${formula('A3', `HYPERLINK("${sink.address}/h","x")`)}</row>`,
      `<row r="4">${formula('A4', `'${sink.address}/[book.xlsx]S'!A1`)}</row>`,
      `<row r="5">${formula('A5', `DDE("soffice","${sink.marker}","A1")`)}</row>`,
      `<row r="6">${formula('A6', `cmd|'/c touch ${sink.marker}'!A1`)}</row>`,
    ];
    const outcome = await tests.convert('a.xlsx', makeXlsx(rows.join('')));
    expect(outcome).toMatchObject({ kind: 'ok', pages: 1 });
    expect(await readWords(tiffOf(outcome))).toContain('4711');
    expect(sink.hits).toBe(0);
    expect(existsSync(sink.marker)).toBe(false);
  });

  test('[A-CONV-13] a macro that starts by itself does not run', async () => {
    const letter = Buffer.from(macroLetter(sink.marker));
    expect(await tests.convert('a.doc', letter)).toMatchObject({ kind: 'refused' });
    const result = await office.convert({ ...DOC, bytes: letter });
    expect(result.kind).toBe('ok');
    const pages = await tests.convert('a.pdf', result.kind === 'ok' ? result.pdf : new Uint8Array());
    const words = await readWords(tiffOf(pages));
    expect(words).toContain('4711');
    expect(words).not.toContain('EXECUTED');
    expect(existsSync(sink.marker)).toBe(false);
  });

  test('nothing of the environment and of the host reaches LibreOffice (the office part of A-CONV-20)', async () => {
    await office.convert({ type: 'docx', bytes: makeDocx(paragraph('x')), owner: 'test' });
    const pids = office.pids.flatMap(familyOf);
    const programs = pids.map((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
    expect(programs).toContain('soffice.bin');
    for (const pid of pids) {
      expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain('do-not-tell');
    }
    const inner = pids.at(-1)!;
    expect(existsSync(`/proc/${inner}/root/etc/passwd`)).toBe(false);
    expect(readdirSync(`/proc/${inner}/root`)).not.toContain('home');
    expect(readFileSync(`/proc/${inner}/net/dev`, 'latin1').match(/\w+(?=:)/g)).toEqual(['lo']);
  });
});
