import { expect, it, vi } from 'vitest';

import type { CarrierApi, SeenFax } from './carrier-api.ts';
import { FAX_TIMES, followFax } from './follow-fax.ts';

const never = new AbortController().signal;

it('a clock that is set ends no call', async () => {
  const looks: SeenFax['status'][] = ['on', 'on', 'delivered'];
  const cancel = vi.fn<(id: string) => Promise<void>>(async () => undefined);
  const view = async (id: string) => {
    const status = looks.shift() ?? 'failed';
    return { kind: 'ok' as const, value: { id, callRef: 'ours', status, reason: 'gone', pages: 1 } };
  };
  const api: Pick<CarrierApi, 'view' | 'cancel' | 'failed'> = {
    view,
    cancel,
    failed: (detail) => ({ kind: 'uncertain', pagesConfirmed: 0, detail }),
  };
  let day = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (day += 86_400_000));
  const times = { ...FAX_TIMES, pollMs: 1, lookMs: 1 };
  const fax = { id: '1', callRef: 'ours', pages: 1 };
  const followed = await followFax({ api: api as CarrierApi, times }, fax, never);
  clock.mockRestore();
  expect(followed).toMatchObject({ kind: 'delivered' });
  expect(cancel).not.toHaveBeenCalled();
});

it('a carrier that does not let us look is told with its reason, and so is a fax that is uncertain for it', async () => {
  const api = { view: async () => ({ kind: 'refused', status: 401, detail: '401 Key ended', about: '' }) };
  const times = { ...FAX_TIMES, pollMs: 1, lookMs: 1, awayMs: 20 };
  const lookFailed = vi.fn<(reason: string) => void>();
  const line = { api: api as unknown as CarrierApi, times, lookFailed };
  expect(await followFax(line, { id: '1', callRef: 'ours', pages: 1 }, never)).toEqual({
    kind: 'uncertain',
    pagesConfirmed: 0,
    detail: 'the carrier is away: 401 Key ended',
  });
  expect(lookFailed).toHaveBeenCalledWith('401 Key ended');
});
