import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readTiff } from '../fax-page/read-tiff.ts';
import { makePdf } from '../fixtures/make-pdf.ts';
import { canRead, readWords } from '../fixtures/read-fax.ts';
import type { TestEngine } from '../fixtures/test-engine.ts';
import { blackness, FAX_PAGE, openTestEngine, tiffOf } from '../fixtures/test-engine.ts';
import { missingForPostScript, postScriptCommand } from './postscript.ts';

const FONT = '/Helvetica findfont 36 scalefont setfont 72 600 moveto';
const program = (text: string) => Buffer.from(`%!PS-Adobe-3.0\n${text}\n`);
const letter = (words: string) => program(`${FONT} (${words}) show showpage`);

let folder: string;
let tests: TestEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postscript-test-'));
  tests = await openTestEngine();
});
afterAll(async () => {
  await tests.close();
  await rm(folder, { recursive: true });
  await rm(join(tmpdir(), `NEIGHBOUR${process.pid}`), { force: true });
});

describe.runIf(canRead && missingForPostScript() === undefined)('PostScript', () => {
  test('a page with its words', async () => {
    const tiff = tiffOf(await tests.convert('a.ps', letter('Sample 4711')));
    expect(readTiff(tiff)).toMatchObject([{ ...FAX_PAGE, height: 2156 }]);
    expect(await readWords(tiff)).toContain('4711');
    expect(await blackness(tiff, 0, [0, 0.5, 1, 1])).toBe(0);
  });

  test('[A-UPLOAD-06] a file name is no option and no command of Ghostscript', async () => {
    const marker = join(folder, 'named');
    for (const name of ['-dNOSAFER.ps', `|touch ${marker}.ps`, `%pipe%touch ${marker}.ps`])
      expect(await readWords(tiffOf(await tests.convert(name, letter('Named 4713'))))).toContain('4713');
    expect(existsSync(marker)).toBe(false);
  });

  test('a job as a printer driver writes it: the lines for the printer are no part of the program', async () => {
    const header =
      '\u001b%-12345X@PJL JOB NAME = "a"\r\n@PJL SET RESOLUTION=600\r\n@PJL ENTER LANGUAGE = POSTSCRIPT\r\n';
    const job = Buffer.concat([
      Buffer.from(header, 'latin1'),
      letter('Driver 4712'),
      Buffer.from('\u0004\u001b%-12345X@PJL EOJ\r\n\u001b%-12345X', 'latin1'),
    ]);
    const tiff = tiffOf(await tests.convert('a.ps', job));
    expect(readTiff(tiff)).toHaveLength(1);
    expect(await readWords(tiff)).toContain('4712');
  });

  test('what a program prints is not taken for its pages; nonsense is damaged', async () => {
    const noisy = program(`(chatter) = ${FONT} (4711) show showpage (more chatter) print flush`);
    expect(await tests.convert('a.ps', noisy)).toMatchObject({ kind: 'ok', pages: 1 });
    const trailed = program(`${FONT} (4711) show showpage @PJL EOJ`);
    expect(await tests.convert('c.ps', trailed)).toMatchObject({ kind: 'ok', pages: 1 });
    expect(await tests.convert('b.ps', program('this is not PostScript'))).toMatchObject({
      kind: 'refused',
      reason: 'DOCUMENT_DAMAGED',
    });
  });

  test('[A-CONV-01] files of the host and of other jobs cannot be read or listed', async () => {
    const secret = join(folder, 'fax.txt');
    await writeFile(secret, 'SECRET9876');
    await writeFile(join(tmpdir(), `NEIGHBOUR${process.pid}`), '');
    const read = program(
      `${FONT} { (${secret}) (r) file 40 string readstring pop show } stopped { (DENIED) show } if\n` +
        '72 500 moveto { (/tmp/*) { show } 100 string filenameforall } stopped { (DENIED) show } if\n' +
        '72 400 moveto { (/etc/passwd) (r) file 40 string readstring pop show } stopped { (DENIED) show } if showpage',
    );
    const tiff = tiffOf(await tests.convert('a.ps', read));
    const words = await readWords(tiff);
    expect(words).toContain('DENIED');
    for (const word of ['9876', 'root', 'NEIGHBOUR', 'documents']) expect(words).not.toContain(word);
    // The list contains files of this very program (gs_…) and nothing else.
    expect(words).toContain('gs_');
  });

  test('[A-CONV-02] nothing is written outside and no program is started', async () => {
    const marker = join(folder, 'marker');
    const attempts = [
      `(${marker}) (w) file dup (x) writestring closefile`,
      `(%pipe%id > ${marker}) (w) file closefile`,
      `<< /OutputFile (${marker}) >> setpagedevice`,
      `mark /OutputFile (${marker}) (pdfwrite) finddevice putdeviceprops setdevice`,
      `(${secretName()}) (${marker}) renamefile`,
    ];
    for (const attempt of attempts) {
      const outcome = await tests.convert(
        'a.ps',
        program(`{ ${attempt} } stopped pop clear ${FONT} (x) show showpage`),
      );
      expect(outcome.kind).not.toBe('retry');
    }
    expect(existsSync(marker)).toBe(false);
    expect(await readdir(folder)).not.toContain('marker');
  });

  test('[A-CONV-03] an endless program ends at the limit, once, and others are served meanwhile', async () => {
    const bounded = await openTestEngine({ wallMs: 12_000 });
    try {
      const loop = bounded.convert('loop.ps', program('{} loop'));
      let over = false;
      void loop.finally(() => (over = true));
      expect(await bounded.convert('good.pdf', makePdf())).toMatchObject({ kind: 'ok' });
      expect(over).toBe(false);
      // A refusal is final: the queue does not retry it.
      expect(await loop).toEqual({ kind: 'refused', reason: 'TIME_LIMIT', file: 'loop.ps' });
    } finally {
      await bounded.close();
    }
  });

  test('the kernel lets Ghostscript compute for as long as the installation lets it work', () => {
    const words = postScriptCommand('user-namespace', { wallMs: 450_000 })?.arguments.join(' ');
    expect(words).toContain('--cpu=450');
  });

  test('[A-CONV-04] 200,000 pages of PostScript are too many, and none of them is stored', async () => {
    expect(await tests.convert('bomb.ps', program('0 1 200000 {pop showpage} for'))).toEqual({
      kind: 'refused',
      reason: 'TOO_MANY_PAGES',
      file: 'bomb.ps',
    });
  });
});

/** Returns a file name that some job of the system could have. */
function secretName(): string {
  return join(folder, 'fax.txt');
}
