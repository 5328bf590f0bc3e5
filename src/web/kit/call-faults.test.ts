// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';

const save = defineCall({
  method: 'POST',
  path: '/api/faxui/save',
  access: 'guest',
  summary: '',
  body: z.unknown(),
  reply: z.unknown(),
});

it('a mistake of ours while a call is made ready is no network that is away', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const body: { self?: unknown } = {};
  await expect(callApi(save, { body })).rejects.toMatchObject(new ApiError(0, 'NETWORK'));
  body.self = body;
  await expect(callApi(save, { body })).rejects.toThrow(/circular/u);
  vi.unstubAllGlobals();
});
