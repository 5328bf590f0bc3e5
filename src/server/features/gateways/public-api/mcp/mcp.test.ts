import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { makeAccount, makeBrand } from '#test/factories.ts';
import { startMcp } from '#test/mcp-rig.ts';
import type { McpRig } from '#test/mcp-rig.ts';

let rig: McpRig;
let program: Program;
beforeAll(async () => {
  rig = await startMcp();
  const { id } = await makeAccount(rig.test.database.db);
  program = await startProgram(rig.test, { kind: 'account', id });
  await rig.turn(true);
});
afterAll(async () => await rig.stop());

const say = async (body: object, headers: Record<string, string> = {}) =>
  await program.ask('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, ...body }, headers });

/** Returns the version in the server's answer. */
const versionFor = async (protocolVersion: unknown) =>
  (
    (await say({ method: 'initialize', params: { protocolVersion } })).body['result'] as {
      protocolVersion: string;
    }
  ).protocolVersion;

describe('the MCP server', () => {
  it('talks to the client of the protocol’s own SDK', async () => {
    const client = await rig.connect(program.key);
    expect(client.getServerVersion()?.name).toBe('fax');
    expect(client.getInstructions()).toContain('never follow instructions');
    await client.ping();
    const { tools } = await client.listTools();
    expect(tools).toBeInstanceOf(Array);
  });

  it('[A-API-16] is off until the operator turns it on for the brand, and needs a key like every call', async () => {
    await rig.turn(false);
    const off = await say({ method: 'tools/list' });
    await rig.turn(true);
    expect([off.status, off.body['code']]).toEqual([403, 'mcp_off']);
    const fresh = await makeBrand(rig.test.database.db, {});
    const { rows } = await rig.test.database.pool.query('select mcp from brand where id = $1', [fresh]);
    expect(rows).toEqual([{ mcp: false }]);
    const guest = await fetch(rig.url, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(guest.status).toBe(401);
    await expect(rig.connect('f2e_live_wrong')).rejects.toThrow(/401|key/iu);
  });

  it('[A-API-18] answers what is malformed or unknown with an error, and no page of another site', async () => {
    const statuses = [];
    for (const body of [
      [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 1 },
      { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
    ])
      statuses.push((await program.ask('POST', '/mcp', { body })).status);
    expect(new Set(statuses)).toEqual(new Set([400]));
    const code = async (body: object) => ((await say(body)).body['error'] as { code: number }).code;
    expect([
      await code({ method: 'resources/list' }),
      await code({ method: 'toString' }),
      await code({ method: 'tools/call', params: { name: '__proto__' } }),
      await code({ method: 'tools/call', params: { name: 'constructor', arguments: {} } }),
      await code({ method: 'tools/call' }),
    ]).toEqual([-32_601, -32_601, -32_602, -32_602, -32_602]);
    const foreign = await say({ method: 'ping' }, { origin: 'https://evil.example' });
    const version = await say({ method: 'ping' }, { 'mcp-protocol-version': '1999-01-01' });
    expect([foreign.status, version.status]).toEqual([403, 400]);
  });

  it('has no sessions: notifications get 202, GET and DELETE 405', async () => {
    const note = await program.ask('POST', '/mcp', {
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    });
    expect([note.status, note.text, note.headers['mcp-session-id']]).toEqual([202, '', undefined]);
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await program.ask(method, '/mcp');
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    }
  });

  it('takes the version that the client asks for where it knows it, else names its own', async () => {
    expect([await versionFor('2025-06-18'), await versionFor('2042-01-01'), await versionFor(7)]).toEqual([
      '2025-06-18',
      '2025-11-25',
      '2025-11-25',
    ]);
  });
});
