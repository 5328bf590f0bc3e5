import { z } from 'zod';

import type { Config } from '#server/config/config.ts';

/** It answers at once; a machine with much to do takes longer. */
const PATIENCE_MS = 5_000;

const readiness = z.object({
  converters: z.object({
    sandbox: z.enum(['ok', 'unavailable', 'unknown']),
    unavailable: z.array(z.string()),
  }),
});

/** What the running product of this machine says of its converters; it may be confined otherwise than a command. */
export type ServiceConverters = z.output<typeof readiness>['converters'];

/** Asks the product that runs on this machine; null where nobody, or somebody else, answers at F2E_LISTEN. */
export async function askService({ listen }: Pick<Config, 'listen'>): Promise<ServiceConverters | null> {
  const answer = await fetch(`http://${hostOf(listen.host)}:${listen.port}/readyz`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null);
  if (answer === null) return null;
  // Not ready (503) says as much about converters as ready does.
  const read = readiness.safeParse(await answer.json().catch(() => null));
  return read.success ? read.data.converters : null;
}

/** The host to ask; who listens on every address is asked on the nearest one. */
export function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
