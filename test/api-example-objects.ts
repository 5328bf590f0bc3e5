import type { Operation } from '#contract/v1/document.ts';

import { startProgram } from './api-rig.ts';
import { makeAccount, makeFax } from './factories.ts';
import type { TestApp } from './start-app.ts';

/** Real objects in the place of those that the examples of the reference name. */
export interface ExampleObjects {
  /** A key of an account, with every scope. */
  key: string;
  /** The example with ids of objects that were made for it alone. */
  readonly put: (source: string, call: string) => Promise<string>;
  /** The status that the example must answer with. */
  readonly expected: (operation: Operation) => number;
}

/** Ids of examples by their prefix, and those whose objects this file cannot make. */
const ID = /\b(fax|acc|con|grp|whk|whd|key)_\w+/gu;

/**
 * Calls whose examples cannot succeed here, and what they answer: their objects have no maker below yet. A call that
 * begins to work fails the test, so that its line is taken out.
 */
const WITHOUT: Readonly<Record<string, number>> = {};

/** An account with a program, and what the examples need of each kind. */
export async function makeExamples(test: TestApp): Promise<ExampleObjects> {
  const { db } = test.database;
  const account = await makeAccount(db, { number: '6465550123' });
  const program = await startProgram(test, { kind: 'account', id: account.id });
  const ask = async (path: string, body?: object): Promise<string> => {
    const answer = await program.ask('POST', path, body && { body });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return String(answer.body['id']);
  };
  const webhook = async () => await ask('/webhooks', { url: 'https://192.0.2.1/fax' });
  const make: Readonly<Record<string, (ids: ReadonlyMap<string, string>) => Promise<string>>> = {
    fax: async () => `fax_${(await makeFax(db, account.id)).id}`,
    acc: async () => await Promise.resolve(`acc_${account.id}`),
    whk: webhook,
    whd: async (ids) => await ask(`/webhooks/${ids.get('whk')}/test`),
  };
  return {
    key: program.key,
    put: async (source) => {
      const ids = new Map<string, string>();
      for (const [, prefix = ''] of source.matchAll(ID)) {
        const maker = make[prefix];
        if (maker && !ids.has(prefix)) ids.set(prefix, await maker(ids));
      }
      return source.replaceAll(ID, (id, prefix: string) => ids.get(prefix) ?? id);
    },
    expected: ({ operationId, responses }) =>
      WITHOUT[operationId] ?? Number(Object.keys(responses).find((status) => status.startsWith('2'))),
  };
}
