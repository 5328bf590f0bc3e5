import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Scope } from '#contract/v1/scopes.ts';
import { startFaxesRig } from '#test/api-faxes-rig.ts';
import type { FaxesRig, Tenant } from '#test/api-faxes-rig.ts';
import { startProgram } from '#test/api-rig.ts';
import { startMcp } from '#test/mcp-rig.ts';
import type { McpRig } from '#test/mcp-rig.ts';

let faxes: FaxesRig;
let rig: McpRig;
let mine: Tenant;
let other: Tenant;
beforeAll(async () => {
  faxes = await startFaxesRig();
  rig = await startMcp(faxes.test);
  mine = await faxes.tenant();
  other = await faxes.tenant();
  await rig.turn(true);
});
afterAll(async () => await rig.stop());

interface Result {
  isError?: boolean;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
}

const use = async (client: Client, name: string, args: object = {}): Promise<Result> =>
  (await client.callTool({ name, arguments: { ...args } })) as unknown as Result;
const read = ({ content }: Result) => JSON.parse(content[0]?.text ?? '') as Record<string, unknown>;

/** Connects an assistant with a key of my account that has these scopes. */
async function assistant(...scopes: Scope[]): Promise<Client> {
  const { key } = await startProgram(rig.test, { kind: 'account', id: mine.account.id }, { scopes });
  return await rig.connect(key);
}

describe('tools of the MCP server', () => {
  it('finds faxes, says how one went, and reads its pages as pictures', async () => {
    const client = await rig.connect(mine.key);
    const { id } = await faxes.sent(mine, { state: 'DELIVERED' });
    const found = read(await use(client, 'find_faxes', { direction: 'outbound', limit: 5 }));
    expect((found['data'] as { id: string }[]).map((fax) => fax.id)).toEqual([`fax_${id}`]);
    const fax = read(await use(client, 'get_fax', { id: `fax_${id}` }));
    expect(fax).toMatchObject({ id: `fax_${id}`, status: 'delivered', all_attempts: [] });
    const { content } = await use(client, 'read_pages', { id: `fax_${id}` });
    expect(content.map(({ type, mimeType }) => mimeType ?? type)).toEqual(['text', 'image/png']);
  });

  it('[A-API-17] does what the key may do, for its own account: the calls check scope and account, and write audit and activity', async () => {
    const theirs = await faxes.received(other);
    const own = await faxes.received(mine);
    const reader = await assistant('faxes:read');
    const { tools } = await reader.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['find_faxes', 'get_fax', 'read_pages']);
    const sent = await use(reader, 'send_fax', { to: ['+12125550100'], files: [] });
    expect([sent.isError, read(sent)['code']]).toEqual([true, 'scope_missing']);
    for (const tool of ['get_fax', 'read_pages'])
      for (const id of [`fax_${theirs.id}`, '..', '../events', 'fax_1/../../events', `acc_${own.id}`])
        expect([tool, id, read(await use(reader, tool, { id }))['code']]).toEqual([tool, id, 'not_found']);
    const account = await use(reader, 'find_faxes', { account: `acc_${other.account.id}` });
    expect(read(account)['code']).toBe('not_found');
    await use(reader, 'read_pages', { id: `fax_${own.id}` });
    await expect
      .poll(
        async () => await faxes.one<number>('select count(*) from fax_access where fax_id = $1', [own.id]),
      )
      .toBeGreaterThan(0);
  });

  it('[A-API-17] refuses arguments that the call does not know', async () => {
    const client = await rig.connect(mine.key);
    const odd = await use(client, 'find_faxes', { limit: 5, sql: 'x' });
    expect([odd.isError, read(odd)['code']]).toEqual([true, 'validation']);
  });

  it('[A-API-19] gives at most four pages of a fax at a time, however many are asked for', async () => {
    const { id } = await faxes.received(mine, { pages: 9 });
    const client = await rig.connect(mine.key);
    const pages = async (args: object) => {
      const { content } = await use(client, 'read_pages', { id: `fax_${id}`, ...args });
      return [content[0]?.text, content.length - 1];
    };
    expect(await pages({ count: 1_000 })).toEqual(['Pages 1 to 4 of 9.', 4]);
    expect(await pages({ first: 8 })).toEqual(['Pages 8 to 9 of 9.', 2]);
    expect(await pages({ first: -5, count: 0 })).toEqual(['Pages 1 to 1 of 9.', 1]);
    expect(await pages({ first: 1e300 })).toEqual(['No pages of 9.', 0]);
  });

  it('[A-API-20] counts one call of a tool once against the rate of the key', async () => {
    const { id } = await faxes.received(mine, { pages: 4 });
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_pages', arguments: { id: `fax_${id}` } },
    };
    await rig.test.database.pool.query(`update api_key_rate set ahead_until = now() + interval '1 hour'`);
    const refused = await mine.ask('POST', '/mcp', { body: message });
    expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited']);
    // Five seconds ahead, so that the time that passes here does not matter.
    await rig.test.database.pool.query(`update api_key_rate set ahead_until = now() + interval '5 seconds'`);
    const ahead = `select extract(epoch from ahead_until)::float8 from api_key_rate where key_id = $1`;
    const places = [await faxes.one<number>(ahead, [mine.keyId])];
    await mine.ask('GET', '/key');
    places.push(await faxes.one<number>(ahead, [mine.keyId]));
    const { body } = await mine.ask('POST', '/mcp', { body: message });
    expect((body['result'] as Result).content).toHaveLength(5);
    places.push(await faxes.one<number>(ahead, [mine.keyId]));
    const [first = 0, second = 0, third = 0] = places;
    expect(second).toBeGreaterThan(first);
    expect(third - second).toBeCloseTo(second - first, 5);
  });
});
