import { requestCancellation } from '#contract/customers/cancellation.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { CancellationService } from './cancellation.service.ts';

/** Mounts the request to end the service (spec http-api 2.3). */
export function mountCancellation(app: App, cancellation: CancellationService): void {
  mount(app, requestCancellation, async ({ caller, body }) => {
    const { contactemail, contactphone, ...noted } = body;
    await cancellation.request(caller, { email: contactemail, phone: contactphone, noted });
    return done;
  });
}
