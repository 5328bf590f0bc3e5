import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { silentLog } from '#test/test-database.ts';

import { changeNode, joinNodes, listNodes, moveToNode, removeNode } from './nodes.service.ts';
import type { Nodes } from './nodes.service.ts';
import { eventually } from '#test/patience.ts';

const NUMBER = '2125550177';

let app: TestApp;
let other: Nodes;
let account: number;

beforeAll(async () => {
  app = await startApp();
  account = (await makeAccount(app.database.db, { number: NUMBER })).id;
  other = await joinNodes({ database: app.database, node: 'n2', log: silentLog });
});

afterAll(async () => {
  await other.stop();
  await app.stop();
});

async function handedOut(): Promise<string> {
  const session = await app.signIn(NUMBER);
  const answer = await app.app.inject({ url: '/api/checkAuthToken', ...session });
  return answer.json<{ node: string }>().node;
}

async function statusOf(node: string): Promise<number> {
  const session = await app.signIn(NUMBER);
  return (await app.app.inject({ url: `/api/${node}/db/f2e/MainInterface.json`, ...session })).statusCode;
}

it('a node that joins is served by the others at once; one that nobody knows is not', async () => {
  await eventually(async () => expect(await statusOf('n2')).toBe(200));
  expect(await statusOf('n1')).toBe(200);
  expect(await statusOf('n3')).toBe(404);
});

it('an account is handed the node that it was moved to, and another one while that is drained', async () => {
  expect(await handedOut()).toBe('n1');
  expect(await app.database.transaction(async (tx) => await moveToNode(tx, account, 'n2'))).toBe('moved');
  await eventually(async () => expect(await handedOut()).toBe('n2'));
  await app.database.transaction(async (tx) => await changeNode(tx, 'n2', 'drain'));
  await eventually(async () => expect(await handedOut()).toBe('n1'));
  await app.database.transaction(async (tx) => await changeNode(tx, 'n2', 'up'));
  await eventually(async () => expect(await handedOut()).toBe('n2'));
});

it('a drained node hands its own accounts to another one, and keeps them when there is none', async () => {
  const own = async () => await app.database.transaction(async (tx) => await moveToNode(tx, account, 'n1'));
  expect(await own()).toBe('moved');
  await app.database.transaction(async (tx) => await changeNode(tx, 'n1', 'drain'));
  await eventually(async () => expect(await handedOut()).toBe('n2'));
  await app.database.transaction(async (tx) => await changeNode(tx, 'n2', 'drain'));
  await eventually(async () => expect(await handedOut()).toBe('n1'));
  await app.database.transaction(async (tx) => {
    for (const node of ['n1', 'n2']) await changeNode(tx, node, 'up');
    await moveToNode(tx, account, 'n2');
  });
  await eventually(async () => expect(await handedOut()).toBe('n2'));
});

it('a node that gives no sign of life is not handed out, and still served', async () => {
  await app.database.pool.query(`update node set last_seen = now() - interval '2 minutes' where name = 'n2'`);
  await app.database.pool.query(`notify f2e_nodes`);
  await eventually(async () => expect(await handedOut()).toBe('n1'));
  expect(await statusOf('n2')).toBe(200);
  expect(await listNodes(app.database)).toMatchObject([
    { name: 'n1', alive: true, accounts: 0 },
    { name: 'n2', alive: false, accounts: 1 },
  ]);
});

it('a machine that is gone is forgotten, with what waited there only where that is lost', async () => {
  const { pool } = app.database;
  const remove = async (name: string, lost = false) =>
    await app.database.transaction(async (tx) => await removeNode(tx, name, lost));
  expect(await remove('n1')).toEqual({ kind: 'alive' });
  expect(await remove('nowhere')).toEqual({ kind: 'unknown' });
  await pool.query(`insert into node (name, last_seen) values ('n9', now() - interval '2 days');
    insert into file_spool values ('s9', 'n9', 3, 9, 10, now() - interval '2 days', now() - interval '2 days'),
      ('s8', 'n8', 1, 1, 10, now(), now())`);
  // One that answers no web is known by its files alone.
  expect(await remove('n8')).toEqual({ kind: 'alive' });
  expect(await remove('n9')).toEqual({ kind: 'waiting', files: 3 });
  expect(await remove('n9', true)).toEqual({ kind: 'removed', files: 3 });
  const left = await pool.query(
    `select name from node where name = 'n9' union all select id from file_spool`,
  );
  expect(left.rows).toEqual([{ name: 's8' }]);
});
