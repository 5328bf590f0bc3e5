import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { AddressInfo } from 'node:net';

import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** The application on a port, with an MCP server that can be turned on. */
export interface McpRig {
  test: TestApp;
  url: URL;
  /** Turns it on or off for every brand. */
  turn(on: boolean): Promise<void>;
  /** Connects an assistant with this key: the client of the protocol's own SDK. */
  connect(key: string): Promise<Client>;
  stop(): Promise<void>;
}

/** Starts it, or opens a port for an application that already runs without one; call `stop` in afterAll. */
export async function startMcp(running?: TestApp): Promise<McpRig> {
  const test = running ?? (await startApp());
  if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/v1/mcp`);
  const clients: Client[] = [];
  return {
    test,
    url,
    turn: async (on) => void (await test.database.pool.query('update brand set mcp = $1', [on])),
    connect: async (key) => {
      const client = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      // The SDK's types differ on whether a property may be undefined.
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      clients.push(client);
      return client;
    },
    stop: async () => {
      for (const client of clients) await client.close();
      await test.stop();
    },
  };
}
