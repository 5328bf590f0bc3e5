import { expect } from 'vitest';

import { startProgram } from './api-rig.ts';
import type { Program } from './api-rig.ts';
import { makeAccount } from './factories.ts';
import type { TestApp } from './start-app.ts';
import { countFrom } from './counter.ts';

type Body = Record<string, unknown>;

/** Creates an account and a program with every right over it. */
export async function startOwnProgram(test: TestApp): Promise<Program & { account: number }> {
  const { id } = await makeAccount(test.database.db);
  return { account: id, ...(await startProgram(test, { kind: 'account', id })) };
}

const next = countFrom(0);

/** Returns the body of a contact with a unique number. */
export const someContact = (more: Body = {}): Body => ({
  name: 'Zoë O’Neil',
  company: 'Acme',
  fax_number: `+1212555${String(next()).padStart(4, '0')}`,
  ...more,
});

/** Adds a contact through the program. */
export async function addContact({ ask }: Program, more: Body = {}): Promise<Body & { id: string }> {
  const { status, body } = await ask('POST', '/contacts', { body: someContact(more) });
  expect([status, body]).toEqual([201, expect.objectContaining({ object: 'contact' })]);
  return body as Body & { id: string };
}

/** Adds a group through the program. */
export async function addGroup({ ask }: Program, group: Body): Promise<Body & { id: string }> {
  const { status, body } = await ask('POST', '/groups', { body: group });
  expect([status, body]).toEqual([201, expect.objectContaining({ object: 'group' })]);
  return body as Body & { id: string };
}

/** Returns the ids of a list in a response. */
export const idsOf = (body: Body): string[] => (body['data'] as { id: string }[]).map(({ id }) => id);
