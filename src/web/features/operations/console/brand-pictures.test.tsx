// @vitest-environment jsdom
import { act } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { callsOf } from '#web/kit/false-server-for-test.tsx';
import { openPage, said, settle } from '#web/kit/open-page-for-test.tsx';
import { findInput } from '#web/ui/render-for-test.tsx';
import { BrandPictures } from './brand-pictures.tsx';
import { startConsole } from './console-for-test.ts';
import { consoleClient } from './console-query.ts';

const BRAND = { hid: '1', logo: '', banner: '', favicon: '' } as ConsoleBrand;
const cannotRead = async () => await Promise.reject(new DOMException('gone', 'NotFoundError'));

it('says that a picture can’t be read, and takes the next one', async () => {
  await startConsole({});
  const shown = await openPage(
    <QueryClientProvider client={consoleClient}>
      <BrandPictures brand={BRAND} />
    </QueryClientProvider>,
  );
  const choose = async (file: File) => {
    const input = findInput(shown.place, 'input[type=file]');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
    await settle();
  };
  await choose(Object.assign(new File(['x'], 'gone.png'), { arrayBuffer: cannotRead }));
  expect(said()).toContain('gone.png');
  expect(callsOf('PUT', 'asset')).toEqual([]);
  await choose(new File(['ok'], 'logo.png'));
  expect(callsOf('PUT', 'asset').map(({ body }) => body)).toEqual([{ hid: '1', kind: 'logo', data: 'b2s=' }]);
  await shown.close();
});
