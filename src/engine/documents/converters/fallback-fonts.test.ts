import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { FALLBACK_FONTS, loadFont, requireFonts } from './fallback-fonts.ts';

test('only a font that is not there is not installed; a page that lacks one that cannot be read is not finished', () => {
  const folder = mkdtempSync(join(tmpdir(), 'f2e-fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const unreadable = join(folder, 'font.otf');
  // Reading a folder as a file fails, for root too.
  mkdirSync(unreadable);
  expect(loadFont(join(folder, 'missing.otf'))).toBeNull();
  expect(() => loadFont(unreadable)).toThrow('EISDIR');
  expect(FALLBACK_FONTS.fontLoader(join(folder, 'missing.otf'))).toBeNull();
  expect(requireFonts()).toBeUndefined();
  FALLBACK_FONTS.fontLoader(unreadable);
  expect(requireFonts).toThrow('EISDIR');
  expect(requireFonts()).toBeUndefined();
});
