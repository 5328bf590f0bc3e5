import { Resolver } from 'node:dns/promises';

import type { LookUpText } from './dns-records.ts';

/** A person waits for the answer. */
const PATIENCE_MS = 4_000;

/** The name does not exist, or has no record of this type: an answer, not a failure. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Creates a lookup that queries these servers (F2E_DNS: `host:port`, joined by commas), or the machine's own for
 * `system`.
 */
export function dnsLookUp(servers: string): LookUpText {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 2 });
  if (servers !== 'system') resolver.setServers(servers.split(',').map((server) => server.trim()));
  return {
    txt: async (name) =>
      await orNone(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    mx: async (name) =>
      await orNone(async () =>
        (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
      ),
  };
}

async function orNone(ask: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await ask();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (NONE.has(code)) return [];
    if (code !== '') return null;
    throw error;
  }
}
