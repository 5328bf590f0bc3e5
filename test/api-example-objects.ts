import type { Operation } from '#contract/v1/document.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';

import type { FaxesRig, SentValues, Tenant } from './api-faxes-rig.ts';
import { startProgram } from './api-rig.ts';
import type { Program } from './api-rig.ts';
import { someContact } from './contacts-program.ts';
import { fakeDocuments as fakePages, smallTiff } from './mailbox-rig.ts';
import { makeAdministrator, makeManagedAccount } from './multifax-rig.ts';
import { fakeDocuments, until } from './sending-rig.ts';
import { countFrom } from './counter.ts';

/** A runnable example: the objects that it names were created only for it. */
export interface RunnableExample {
  source: string;
  /** A key with every scope, of an account created for the example. */
  key: string;
}

/** Ids in examples by their prefix; `fax_number` is not an id. */
const ID = /\b(fax|acc|con|grp|blk|drf|whk|whd|key)_(?=\w*\d)\w+/gu;

/**
 * Calls whose examples cannot succeed here, with their status: nothing below creates their objects yet. A call that
 * begins to work fails the test, so that its line is removed.
 */
const WITHOUT: Readonly<Record<string, number>> = {};

/** Returns the status that the example of a call must return. */
export function expectedStatus({ operationId, responses }: Operation): number {
  return WITHOUT[operationId] ?? Number(Object.keys(responses).find((status) => status.startsWith('2')));
}

/** Creates an engine that draws nothing: every file becomes one page. */
export function exampleDocuments(): DocumentEngine {
  return fakeDocuments({
    ...fakePages().documents,
    toFaxPages: async () => await Promise.resolve({ kind: 'ok', tiff: smallTiff(1), pages: 1 }),
  });
}

/** Calls that only the key of an administrator may make. */
const BY_ADMINISTRATOR = /^(?:list|add|get|close)Accounts?$/u;

/** Calls that only the key of an operator may make. */
const BY_OPERATOR = /^(?:suspend|resume)Account$/u;

/** The state of the fax that a call needs; all other calls get a received one. */
const FAXES: Readonly<Record<string, SentValues>> = {
  cancelFax: { outbox: true, state: 'QUEUED' },
  resendFax: { state: 'FAILED', status: 'FAILED', reason: 'BUSY' },
  listFaxAttempts: { state: 'DELIVERED' },
  getFaxReport: { state: 'DELIVERED' },
  getFaxText: { state: 'DELIVERED' },
};

/** Creates a program, and one object of each kind that the example names, and inserts their ids. */
export async function makeRunnable(rig: FaxesRig, call: string, example: string): Promise<RunnableExample> {
  const { db } = rig.test.database;
  const who = await rig.tenant();
  const parent = await makeAdministrator(db);
  const child = await makeManagedAccount(db, parent);
  const program = await programFor(rig, call, { who, parent: parent.id });
  const add = async (path: string, body?: object): Promise<string> => {
    const answer = await who.ask('POST', path, body && { body });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return String(answer.body['id']);
  };
  const makers: Readonly<Record<string, (ids: ReadonlyMap<string, string>) => Promise<string>>> = {
    fax: async () => {
      const sent = FAXES[call];
      return `fax_${(await (sent ? rig.sent(who, sent) : rig.received(who))).id}`;
    },
    acc: async () => {
      if (call === 'resumeAccount')
        await db.updateTable('account').set({ state: 'suspended' }).where('id', '=', child.id).execute();
      return `acc_${child.id}`;
    },
    con: async () => await add('/contacts', someContact()),
    grp: async () => await add('/groups', { name: 'Pharmacies' }),
    blk: async () => await add('/blocked-numbers', { caller: '+12125550188' }),
    key: async () => await add('/keys', { name: `Other ${names()}`, scopes: ['faxes:read'] }),
    drf: async () => {
      const id = await add('/drafts', { files: [{ name: 'letter.txt', content_base64: 'RGVhciBTaXI=' }] });
      await until(
        async () => (await who.ask('GET', `/drafts/${id}`)).body,
        ({ state }) => state !== 'converting',
      );
      return id;
    },
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

const numbers = countFrom(2_125_550_900);
const names = countFrom(0);

/** Creates the program that may make the call, and anything else it needs: a number in the pool, or the MCP server. */
async function programFor(
  { test }: FaxesRig,
  call: string,
  { who, parent }: { who: Tenant; parent: number },
): Promise<Program> {
  if (call === 'addAccount')
    await test.database.pool.query(
      `insert into number (digits, kind, area_code, state) values ($1, 'local', '212', 'free')`,
      [String(numbers())],
    );
  if (call === 'mcp') await test.database.pool.query('update brand set mcp = true');
  if (BY_OPERATOR.test(call)) return await startProgram(test, { kind: 'operator' });
  return BY_ADMINISTRATOR.test(call) ? await startProgram(test, { kind: 'parent', id: parent }) : who;
}
