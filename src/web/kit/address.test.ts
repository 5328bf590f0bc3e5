import { expect, it } from 'vitest';
import { plainAddress } from './address.ts';

const { parseSearch, stringifySearch } = plainAddress;

it('writes addresses that can be read', () => {
  expect(stringifySearch({ q: 'from:dana after:2026-10', fax: '12' })).toBe(
    '?q=from:dana+after:2026-10&fax=12',
  );
  expect(stringifySearch({ task_id: '20261123', page: 2 })).toBe('?task_id=20261123&page=2');
});

it.each(['"purchase order"', 'acme & co', '100%', '12', 'true', 'a+b', '"'])('reads back %s', (q) => {
  expect(String(parseSearch(stringifySearch({ q }))['q'])).toBe(q);
});

it('reads the addresses of before, which had quotes around numbers', () => {
  expect(parseSearch('?fax=%2212%22&q=%22212%22')).toEqual({ fax: '12', q: '212' });
});
