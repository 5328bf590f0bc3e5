import type { FastifyRequest } from 'fastify';

import { idIn } from '#contract/kit/wire.ts';
import { AppError } from '#server/kit/app-error.ts';
import { isArrival } from '#server/kit/gate.ts';
import { loginFrom } from '#server/kit/login-from.ts';
import type { LoginFrom } from '#server/kit/login-from.ts';
import type { App } from '#server/kit/mount.ts';

/** Enough for one token of a few hundred characters. */
const MAX_FORM_BYTES = 16 * 1024;

/** Refuses requests by images and frames on another site's page. Browsers that send no fetch mode are allowed. */
export function refuseFrames(request: FastifyRequest): void {
  if (request.headers['sec-fetch-mode'] !== undefined && !isArrival(request))
    throw new AppError('ORIGIN_NOT_ALLOWED');
}

/**
 * Accepts logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.5) in a form that the provider's server posts to
 * `<path>/<provider>/logout`.
 */
export function mountLogoutForm(
  app: App,
  path: string,
  logout: (provider: number, token: string, from: LoginFrom) => Promise<void>,
): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_, body, parsed) => parsed(null, new URLSearchParams(body as string)),
    );
    scope.post<{ Params: { provider: string } }>(`${path}/:provider/logout`, async (request, reply) => {
      const id = idIn.safeParse(request.params.provider);
      if (!id.success) throw new AppError('NOT_FOUND');
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      reply.header('cache-control', 'no-store');
      await logout(id.data, form.get('logout_token') ?? '', loginFrom(request));
      return await reply.code(200).send();
    });
  });
}
