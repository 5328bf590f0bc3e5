import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { blankBitmap } from '../fax-page/bitmap.ts';
import { encodeFaxPage } from '../fax-page/class-f.ts';
import { writePdf } from './pdf-file.ts';

const run = promisify(execFile);
const page = encodeFaxPage(blankBitmap(1728, 2156));
const idOf = (pdf: Uint8Array) => /\/ID\[(\S+)\]/u.exec(Buffer.from(pdf).toString('latin1'))?.[1];

/** Returns the profile that LittleCMS embeds in a gray image when given this one. */
async function takenBy(folder: string, name: string, profile: Buffer): Promise<Buffer | undefined> {
  const path = join(folder, name);
  await writeFile(path, profile);
  const background = { r: 128, g: 128, b: 128 };
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background } });
  const png = await picture.toColourspace('b-w').withIccProfile(path).png().toBuffer();
  return (await sharp(png).metadata()).icc;
}

describe('a PDF for archives (ISO 19005-2)', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pdf-archive-'));
    file = join(folder, 'fax.pdf');
    await writeFile(file, writePdf([page], 90));
  });
  afterAll(async () => await rm(folder, { recursive: true }));

  it('says to other readers that it is PDF/A-2b, and they find nothing wrong with it', async () => {
    const { stdout, stderr } = await run('pdfinfo', ['-meta', file]);
    expect(stdout).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    expect(stderr).toBe('');
    expect((await run('pdfinfo', [file])).stderr).toBe('');
  });

  it('has a profile that color management reads as the grey of a display', async () => {
    const pdf = Buffer.from(writePdf([page], 0)).toString('latin1');
    const [, profile = ''] = /<<\/N 1\/Length \d+>>\nstream\n([\s\S]*?)\nendstream/u.exec(pdf) ?? [];
    const good = Buffer.from(profile, 'latin1');
    expect(await takenBy(folder, 'good.icc', good)).toEqual(good);
    // A profile that it does not understand is omitted.
    expect(await takenBy(folder, 'bad.icc', Buffer.from(good).fill(0, 128))).toBeUndefined();
  });

  it('is named after its content: the same pages are the same file, other pages have another name', () => {
    expect(Buffer.from(writePdf([page], 0))).toEqual(Buffer.from(writePdf([page], 0)));
    expect(idOf(writePdf([page], 0))).toMatch(/^<[0-9a-f]{32}><[0-9a-f]{32}>$/u);
    expect(idOf(writePdf([page], 0))).not.toBe(idOf(writePdf([page], 180)));
  });
});
