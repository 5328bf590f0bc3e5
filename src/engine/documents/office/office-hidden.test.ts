import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OfficeType } from '../detect-type.ts';
import { makePptx, makeXlsx, textCell, trackedDocx } from '../fixtures/make-office.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { openTestEngine, silentLog, tiffOf } from '../fixtures/test-engine.ts';
import { ConverterPool } from '../sandbox/pool.ts';
import { missingForOffice } from './office-command.ts';
import { OfficePool } from './office-pool.ts';

const run = promisify(execFile);

const PRINTED = 'Kept Added Moved Noted Row';
const CHANGE =
  '<office:change-info><dc:creator>Ann</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info>';
const FLAT_ODT =
  '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"' +
  ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
  ' office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>' +
  '<text:tracked-changes><text:changed-region text:id="c1"><text:deletion>' +
  `${CHANGE}<text:p>Deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>` +
  '<text:p>Kept <text:change text:change-id="c1"/>Added Moved</text:p>' +
  '<text:p>Noted<office:annotation><dc:creator>Ann</dc:creator><text:p>Remark</text:p></office:annotation></text:p>' +
  '<text:p text:display="none"><text:hidden-text text:condition="ooow:1" text:string-value="Hidden" text:is-hidden="true"/></text:p>' +
  '<text:p>Row</text:p></office:text></office:body></office:document>';
const RTF =
  '{\\rtf1{\\*\\revtbl{Unknown;}{Ann;}}Kept {\\deleted\\revauthdel1 Deleted }{\\revised\\revauth1 Added }' +
  '{\\v Hidden }Moved\\par Noted{\\*\\atnid A}{\\*\\atnauthor Ann}\\chatn{\\*\\annotation Remark}\\par Row\\par}';
const row = (place: number, text: string, attributes = '') =>
  `<row r="${place}" ${attributes}>${textCell(`A${place}`, text)}</row>`;

describe.runIf(missingForOffice() === undefined)('what a file keeps and does not print', () => {
  let folder: string;
  let tests: TestEngine;
  let sandbox: ConverterPool;
  let office: OfficePool;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-hidden-'));
    tests = await openTestEngine();
    const options = { workers: 1, tempDir: folder, log: silentLog };
    sandbox = new ConverterPool({ ...options, untrusted: 'sandbox' });
    office = new OfficePool({ ...options, confinement: async () => await sandbox.confinement() });
  });
  afterAll(async () => {
    await Promise.all([tests.close(), office.close(), sandbox.close()]);
    await rm(folder, { recursive: true });
  });

  /** Returns the words that LibreOffice prints: it makes a PDF in which every mark is drawn. */
  async function printed(type: OfficeType, bytes: Uint8Array): Promise<string> {
    const result = await office.convert({ type, bytes, owner: 'test' });
    if (result.kind !== 'ok') return JSON.stringify(result);
    const file = join(folder, 'printed.pdf');
    await writeFile(file, result.pdf);
    const [{ stdout }, info] = await Promise.all([run('pdftotext', [file, '-']), run('pdfinfo', [file])]);
    return `${stdout.split(/\s+/).filter(Boolean).join(' ')}${/Ann/.exec(info.stdout)?.[0] ?? ''}`;
  }

  test('[A-CONV-23] deletions, comments, hidden text, hidden sheets and slides never reach a page', async () => {
    const tracked = await readFile(new URL('../fixtures/tracked.doc', import.meta.url));
    // Twice, because comments used to crash LibreOffice only some of the time.
    for (const _ of [1, 2]) {
      expect(await printed('docx', trackedDocx())).toBe(PRINTED);
      expect(await printed('doc', tracked)).toBe(PRINTED);
      expect(await printed('doc', Buffer.from(FLAT_ODT))).toBe(PRINTED);
      expect(await printed('rtf', Buffer.from(RTF))).toBe(PRINTED);
    }
    const rows = row(1, 'Kept') + row(2, 'Hidden', 'hidden="1"') + row(3, 'Row');
    expect(await printed('xlsx', makeXlsx(rows, {}, row(1, 'Hidden')))).toBe('Kept Row');
    expect(await printed('pptx', makePptx('Kept', 'Hidden'))).toBe('Kept');
  });

  test('[A-CONV-23] the place where a photo was taken does not go with it', async () => {
    const exif = { IFD0: { Copyright: 'MARKER-4711' }, IFD3: { GPSLatitude: '51/1 30/1 4711/100' } };
    const photo = await sharp({ create: { width: 80, height: 80, channels: 3, background: 'red' } })
      .jpeg()
      .withExif(exif)
      .toBuffer();
    expect(photo.toString('latin1')).toContain('MARKER-4711');
    const tiff = tiffOf(await tests.convert('photo.jpg', photo));
    const pdf = await tests.engine.exportPdf(tiff, 0);
    for (const bytes of [tiff, pdf])
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/MARKER|GPS|Exif/);
  });
});
