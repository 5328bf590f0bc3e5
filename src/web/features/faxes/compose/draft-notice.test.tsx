// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { render } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import type { Conversion } from './attachment-rules.ts';
import { DraftState } from './draft-notice.tsx';
import { attachmentStore } from './draft-store.ts';
import { syncStore } from './draft-sync.ts';

vi.stubGlobal('fetch', async () => Response.json(english));

await startI18n();

test('a draft is not said to be saved with a file that the server does not have', async () => {
  const page = await render(<DraftState />);
  const said = async (conversion: Conversion | null, fault: 'size' | null = null) => {
    const file = { id: '1', name: 'a.pdf', size: 1, file: new File(['x'], 'a.pdf') };
    await act(async () => attachmentStore.set([{ ...file, fault, conversion }]));
    return page.place.textContent;
  };
  await act(async () => syncStore.set({ kind: 'saved' }));
  const partly = 'Saved in Drafts. Files that are still uploading aren’t included yet.';
  expect(await said({ kind: 'uploading', share: 0.5 })).toBe(partly);
  expect(await said(null)).toBe(partly);
  expect(await said(null, 'size')).toBe('Saved in Drafts');
  expect(await said({ kind: 'converting', key: 'k' })).toBe('Saved in Drafts');
  await page.close();
});
