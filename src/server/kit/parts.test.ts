import { pino } from 'pino';
import { expect, it } from 'vitest';

import { Parts } from './parts.ts';

const log = pino({ level: 'silent' });
const fails = async (): Promise<number> => await Promise.reject(new Error('broken'));

it('a part that fails keeps no other, and the run counts as failed', async () => {
  const parts = new Parts(log, new AbortController().signal);
  const done = [
    await parts.run('first', fails, 0),
    await parts.run('second', async () => await Promise.resolve(2), 0),
  ];
  expect(done).toEqual([0, 2]);
  expect(() => {
    parts.end();
  }).toThrow('broken');
});

it('a run that is called off does no more parts', async () => {
  const stop = new AbortController();
  const parts = new Parts(log, stop.signal);
  const calledOff = async (): Promise<number> => {
    stop.abort(new Error('called off'));
    stop.signal.throwIfAborted();
    return await Promise.resolve(1);
  };
  await expect(parts.run('first', calledOff, 0)).rejects.toThrow('called off');
  await expect(parts.run('second', async () => await Promise.resolve(2), 0)).rejects.toThrow('called off');
});
