import { expect, it, vi } from 'vitest';

import type { Caller } from '#server/kit/scope.ts';

import { OpenStreams } from './open-streams.ts';

const caller = { accountId: 1, sessionIdHash: Buffer.from('session') } as Caller;

it('ends every stream when the server stops, and takes none that would hold up the stop', () => {
  const open = new OpenStreams();
  const end = vi.fn<() => void>();
  open.makeRoom(caller);
  open.add(caller, end);
  open.endAll();
  expect(end).toHaveBeenCalledOnce();
  expect(() => open.makeRoom(caller)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
});
