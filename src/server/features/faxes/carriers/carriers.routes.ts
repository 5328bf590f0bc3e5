import type { Readable } from 'node:stream';

import { NOTICE_BYTES, carrierNotice } from '#contract/faxes/carriers.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Carriers } from './carriers.service.ts';

/** Size limit of a webhook: none is larger than the file of the largest fax. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Mounts the address that carriers call (spec http-api 12.21). The signature covers the bytes of the body, so the body
 * is not parsed on the way, whatever type it claims. Some carriers include the file; only the beginning of such a body
 * is kept.
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

/** Returns the first bytes of a body. Reads and drops the rest, so that the carrier can finish. Throws BODY_TOO_BIG. */
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
