import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { AppError } from './app-error.ts';
import { loadMessages } from './messages.ts';
import type { App } from './mount.ts';
import { addErrorResponses } from './respond-error.ts';
import { projectFolders } from '#server/composition/web-server.ts';

it('a mistake of ours that is answered like a fault of the client is in the log; a fault of the client is not', async () => {
  const said: string[] = [];
  const loggerInstance = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  const app = fastify({ loggerInstance }) as unknown as App;
  addErrorResponses(app, { messages: await loadMessages(projectFolders.locales), publicPath: '' });
  const causes = { ours: new TypeError('x is not a function'), theirs: new Error('Unexpected end of form') };
  for (const [name, cause] of Object.entries(causes))
    app.get(`/${name}`, async () => {
      throw new AppError('BAD_REQUEST', { cause });
    });
  expect((await app.inject('/theirs')).statusCode).toBe(400);
  expect(said).toEqual([]);
  expect((await app.inject('/ours')).statusCode).toBe(400);
  expect(said).toEqual([expect.stringContaining('x is not a function')]);
});
