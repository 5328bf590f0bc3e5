import { carrierNotice } from '#contract/faxes/carriers.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Carriers } from './carriers.service.ts';

/**
 * Mounts the address that carriers call (spec http-api 12.21). What is signed are the bytes of the body, so they are not
 * parsed on the way, whatever type they claim to be.
 */
export async function mountCarriers(app: App, carriers: Carriers): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
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
