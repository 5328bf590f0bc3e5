import { createHash } from 'node:crypto';

import { EXAMPLE_ORIGIN } from '#contract/v1/document.ts';
import { brandHomeOf } from '#server/kit/front-door.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import { problemSentence } from '#server/kit/respond-problem.ts';

import { describeApi } from './describe-api.ts';

/** Dependencies of the reference. */
export interface ReferenceDeps {
  messages: Messages;
  publicPath: string;
  /** The title of the brand on this host. */
  readonly titleOf: (host: string) => Promise<string>;
}

/**
 * Serves the description of the public API. No key is needed, because it contains nothing about any account. Its
 * addresses are those of the brand's home, never the host name of the request (A-API-90).
 */
export function mountReference(app: App, { messages, publicPath, titleOf }: ReferenceDeps): void {
  // Built on the first request: it takes as long as mounting all other routes.
  let document: ReturnType<typeof describeApi> | undefined;
  app.get('/v1/openapi.json', async (request, reply) => {
    document ??= describeApi(problemSentence(messages));
    const home = `${brandHomeOf(request)}${publicPath}`;
    const info = { ...document.info, title: `${await titleOf(request.hostname)} API` };
    const text = JSON.stringify({ ...document, info }).replaceAll(EXAMPLE_ORIGIN, home);
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', tag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === tag) return await reply.code(304).send();
    return await reply.type('application/json; charset=utf-8').send(text);
  });
}
