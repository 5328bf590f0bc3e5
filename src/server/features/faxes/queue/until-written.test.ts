import { describe, expect, it } from 'vitest';

import { mayPass } from '#engine/database/port.ts';

import { LeaseLost } from './lease.ts';
import { untilWritten } from './until-written.ts';

const coded = (code: string): Error => Object.assign(new Error('no'), { code });

/** Writes after `errors` have been thrown, one per attempt. Returns the number of attempts, and what was rethrown. */
async function write(errors: readonly Error[], before: readonly Error[] = []) {
  let [tries, begins] = [0, 0];
  const database = {
    transaction: async (work: (tx: never) => Promise<unknown>) => {
      const error = before[begins];
      begins += 1;
      if (error) throw error;
      return await work({} as never);
    },
  };
  const deps = { database, log: { error: () => undefined } };
  const thrown = await untilWritten(deps as never, async () => {
    const error = errors[tries];
    tries += 1;
    if (error) throw error;
  }).then(
    () => null,
    (error: unknown) => error,
  );
  return { tries, thrown };
}

const PASSING = [
  ['the connection broke', coded('ECONNRESET')],
  ['the driver says so without a code', new Error('Connection terminated unexpectedly')],
  ['the server restarts', coded('57P01')],
  ['it was broken before', coded('ERR_STREAM_DESTROYED')],
  ['its disk is full', coded('53100')],
  ['it is a standby still', coded('25006')],
  ['others were in the way', coded('40P01')],
] as const;

const many = (error: Error): Error[] => Array.from({ length: 6 }, () => error);

describe('writing what only this process knows', () => {
  it.each(PASSING)('an error may pass: %s', (_, error) => {
    expect(mayPass(error)).toBe(true);
  });

  it('waits as long as it takes for what may pass, and for a transaction that cannot begin', async () => {
    const ends = await Promise.all([write(many(coded('08006'))), write([], many(coded('28P01')))]);
    expect(ends).toEqual([
      { tries: 7, thrown: null },
      { tries: 1, thrown: null },
    ]);
  });

  it('throws a mistake of ours on after a few tries', async () => {
    const mistake = new TypeError('undefined is not a function');
    expect(await write(many(mistake))).toEqual({ tries: 5, thrown: mistake });
  });

  it.each([
    ['wrong SQL', coded('42703')],
    ['wrong data', coded('23505')],
    ['a lost lease', new LeaseLost()],
  ])('throws %s on at once', async (_, error) => {
    expect(await write([error])).toEqual({ tries: 1, thrown: error });
  });
});
