import { expect, test } from 'vitest';
import { EXTENSIONS } from '#contract/faxes/compose.ts';
import { fileIcon } from './file-icon.ts';
import { fileKind } from './file-kind.ts';

test.each([
  ['image', 'scan.TIFF', 'a.jp2', 'b.jpeg', 'c.bmp', 'd.wmf'],
  ['pdf', 'order.pdf', 'ORDER.PDF'],
  ['doc', 'letter.doc', 'letter.docx'],
  ['ppt', 'talk.ppt', 'talk.pptx'],
  ['xls', 'sums.xls', 'sums.xlsx'],
  ['csv', 'contacts.csv'],
  ['gif', 'moving.gif'],
  ['psd', 'drawing.psd'],
  ['txt', 'notes.txt'],
  ['zip', 'all.zip'],
  ['html', 'page.html', 'page.htm'],
  ['video', 'film.mp4'],
  ['audio', 'voice.mp3'],
  ['other', 'setup.exe', 'order.pdf.exe', 'run.sh', 'a.bat', 'noext', '', 'a.constructor'],
])('[SHELL-17] a file of the kind «%s» is known by its extension', (kind, ...names) => {
  expect(names.map((name) => fileKind(name))).toEqual(names.map(() => kind));
});

test('[SHELL-17] every kind has a picture, and what can be faxed is never «other»', () => {
  for (const extension of EXTENSIONS) {
    expect([extension, fileKind(`a.${extension}`)]).not.toContain('other');
    expect(fileIcon(`a.${extension}`)).toBeDefined();
  }
  expect(fileIcon('a.pptx')).not.toBe(fileIcon('a.xlsx'));
  expect(fileIcon('a.exe')).not.toBe(fileIcon('a.pdf'));
});
