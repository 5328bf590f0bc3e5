import { afterAll, beforeAll, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { startMcp } from '#test/mcp-rig.ts';
import type { McpRig } from '#test/mcp-rig.ts';

let rig: ComposeRig;
let mcp: McpRig;
beforeAll(async () => {
  rig = await startCompose();
  mcp = await startMcp(rig);
  await mcp.turn(true);
});
afterAll(async () => await mcp.stop());

it('assistants name their task, and a repeated one does nothing more', async () => {
  const { key } = await startProgram(rig, { kind: 'account', id: rig.account.id });
  const client = await mcp.connect(key);
  const { tools } = await client.listTools();
  const named = tools.filter(({ inputSchema }) => 'idempotency_key' in (inputSchema.properties ?? {}));
  expect(named.map(({ name }) => name)).toEqual(['send_fax', 'add_contact']);
  const send = async (task: unknown) => {
    const files = [{ name: 'a.txt', content_base64: Buffer.from('letter').toString('base64') }];
    const args = { to: [`+1${rig.other.number}`], files, idempotency_key: task };
    const { content } = (await client.callTool({ name: 'send_fax', arguments: args })) as {
      content: { text: string }[];
    };
    return JSON.parse(content[0]?.text ?? '') as { code?: string; data?: { id: string }[] };
  };
  const first = await send('task 1');
  expect(first).toMatchObject({ data: [{ id: expect.stringMatching(/^fax_/u) }] });
  expect((await send('task 1')).data?.map(({ id }) => id)).toEqual(first.data?.map(({ id }) => id));
  expect((await send('task 2')).data?.[0]?.id).not.toBe(first.data?.[0]?.id);
  for (const task of ['line\nbreak', '', 'x'.repeat(256)]) expect((await send(task)).code).toBe('validation');
  expect((await send(7)).data).toHaveLength(1);
  const add = async () =>
    await client.callTool({
      name: 'add_contact',
      arguments: { name: 'Ada', company: 'Northwind', email: 'ada@example.com', idempotency_key: 'task 3' },
    });
  const added = await add();
  expect([added.isError ?? false, await add()]).toEqual([false, added]);
});
