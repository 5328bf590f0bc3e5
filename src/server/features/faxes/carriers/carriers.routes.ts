import type { Readable } from 'node:stream';

import { NOTICE_BYTES, carrierNotice } from '#contract/faxes/carriers.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Carriers } from './carriers.service.ts';

/** No webhook is larger than the file of the largest fax. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Mounts the address that carriers call (spec http-api 12.21). What is signed are the bytes of the body, so they are not
 * parsed on the way, whatever type they claim to be. Some carriers send the file along: of it only the beginning is kept.
 */
export async function mountCarriers(app: App, carriers: Carriers): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_: unknown, body: Readable) => await beginningOf(body));
    mount(scope, carrierNotice, async ({ request }) => {
      const { name, kind } = request.params as { name: string; kind: string };
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const taken = await carriers.take({
        line: name,
        kind,
        headers: request.headers,
        body,
        address: request.ip,
      });
      if (taken === 'refused') throw new AppError('NOTICE_REFUSED');
      return done;
    });
  });
}

/** The first bytes of a body; the rest is read and dropped, so that the carrier can finish. Throws BODY_TOO_BIG. */
async function beginningOf(body: Readable): Promise<Buffer> {
  const kept: Buffer[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    if (length < NOTICE_BYTES) kept.push(part.subarray(0, NOTICE_BYTES - length));
    length += part.length;
    if (length > MOST_BYTES) throw new AppError('BODY_TOO_BIG');
  }
  return Buffer.concat(kept);
}
