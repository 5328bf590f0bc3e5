import { expect, it, vi } from 'vitest';

import { listed } from '../sinch/shapes.ts';
import type { CarrierApi, SeenFax } from './carrier-api.ts';
import { adoptByCarrier } from './carrier-calls.ts';
import { FAX_TIMES } from './follow-fax.ts';

const never = new AbortController().signal;
const lost = { jobId: 1, callRef: 'ours', to: '3105550111', pages: 1, pagesConfirmed: 0 };
const times = { ...FAX_TIMES, pollMs: 1, lookMs: 1, awayMs: 20 };

const seen = (id: string, callRef: string): SeenFax => ({
  id,
  callRef,
  status: 'delivered',
  reason: '',
  pages: 1,
});

function lineThat(list: () => unknown) {
  const api = { list, view: async (id: string) => ({ kind: 'ok', value: seen(id, 'ours') }) };
  const lookFailed = vi.fn<(reason: string) => void>();
  return { api: api as unknown as CarrierApi, times, now: Date.now, lookFailed };
}

it('a list with an odd row is read all the same; the fax of an odd name stays in it, as it may be ours', () => {
  const rows = [{ id: 'a/b', labels: { f2e: 'ours' } }, 'nonsense', { id: 'fax-2' }];
  expect(listed.parse({ faxes: rows }).faxes.map(({ id }) => id)).toEqual(['', 'fax-2']);
});

it('a fax of ours with an unusable id is uncertain and is never ordered again', async () => {
  const line = lineThat(() => ({ kind: 'ok', value: [seen('', 'ours')] }));
  expect(await adoptByCarrier(line, lost, never)).toMatchObject({ kind: 'uncertain' });
  expect(line.lookFailed).toHaveBeenCalledWith(
    'the carrier lists a fax of ours under a name of an unknown form',
  );
  const others = lineThat(() => ({ kind: 'ok', value: [seen('', 'theirs'), seen('2', 'ours')] }));
  expect(await adoptByCarrier(others, lost, never)).toMatchObject({ kind: 'delivered', remoteId: '2' });
});

it('a list that cannot be had is told with its reason', async () => {
  const line = lineThat(() => ({ kind: 'refused', status: 401, detail: '401 Key ended', about: '' }));
  expect(await adoptByCarrier(line, lost, never)).toMatchObject({ kind: 'uncertain' });
  expect(line.lookFailed).toHaveBeenCalledWith('401 Key ended');
});
