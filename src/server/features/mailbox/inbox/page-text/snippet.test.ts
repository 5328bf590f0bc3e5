import { expect, it } from 'vitest';

import { snippetOf } from './snippet.ts';

it('begins shortly before the word that was found, and says where text is left out', () => {
  const text = `${'before '.repeat(40)}the purchase order\n${'after '.repeat(40)}`;
  const [snippet = ''] = snippetOf(text, ['purchase']);
  expect(snippet).toMatch(/^… before before the purchase order after/u);
  expect(snippet).toMatch(/after …$/u);
  expect(snippetOf('Purchase order', ['order'])).toEqual(['Purchase order']);
  expect(snippetOf('Purchase order', ['invoice'])).toEqual([]);
});
