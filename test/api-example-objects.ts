import type { Operation } from '#contract/v1/document.ts';

import { startProgram } from './api-rig.ts';
import { makeAccount, makeFax } from './factories.ts';
import type { TestApp } from './start-app.ts';

/** An example that can be run: what it names was made for it alone. */
export interface RunnableExample {
  source: string;
  /** A key of an account of its own, with every scope. */
  key: string;
}

/** Ids of examples by their prefix. */
const ID = /\b(fax|acc|con|grp|whk|whd|key)_\w+/gu;

/**
 * Calls whose examples cannot succeed here, and what they answer: their objects have no maker below yet. A call that
 * begins to work fails the test, so that its line is taken out.
 */
const WITHOUT: Readonly<Record<string, number>> = {};

/** The status that the example of a call must answer with. */
export function expectedStatus({ operationId, responses }: Operation): number {
  return WITHOUT[operationId] ?? Number(Object.keys(responses).find((status) => status.startsWith('2')));
}

/** Makes an account with a program, and of each kind that the example names one object, whose id it puts there. */
export async function makeRunnable(test: TestApp, example: string): Promise<RunnableExample> {
  const { db } = test.database;
  const account = await makeAccount(db);
  const program = await startProgram(test, { kind: 'account', id: account.id });
  const add = async (path: string, body?: object): Promise<string> => {
    const answer = await program.ask('POST', path, body && { body });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return String(answer.body['id']);
  };
  const makers: Readonly<Record<string, (ids: ReadonlyMap<string, string>) => Promise<string>>> = {
    fax: async () => `fax_${(await makeFax(db, account.id)).id}`,
    acc: async () => await Promise.resolve(`acc_${account.id}`),
    whk: async () => await add('/webhooks', { url: 'https://hooks.example.com/fax' }),
    whd: async (ids) => await add(`/webhooks/${ids.get('whk')}/test`),
  };
  const ids = new Map<string, string>();
  for (const [, prefix = ''] of example.matchAll(ID)) {
    const maker = makers[prefix];
    if (maker && !ids.has(prefix)) ids.set(prefix, await maker(ids));
  }
  return {
    key: program.key,
    source: example.replaceAll(ID, (id, prefix: string) => ids.get(prefix) ?? id),
  };
}
