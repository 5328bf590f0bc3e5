import type { FastifyRequest } from 'fastify';

import { brandOf } from './front-door.ts';

/** Where a login comes from. */
export interface LoginFrom {
  /** The brand of the requested host: only its own people may log in there (A-XDOM-07). */
  brandId: number;
  address: string;
  userAgent: string;
}

/** Returns where a login comes from, for its session and audit row. */
export function loginFrom(request: FastifyRequest): LoginFrom {
  return {
    brandId: brandOf(request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  };
}
