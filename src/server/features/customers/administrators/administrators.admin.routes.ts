import { operatorParentSet, operatorParents } from '#contract/customers/accounts.admin.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import type { AdministratorOptions, Administrators } from './administrators.service.ts';

/** Mounts the console's multifax administrators; there are only a few hundred at most, so they come in one list. */
export function mountAdministrators(app: App, parents: Administrators): void {
  mount(app, operatorParents, async ({ query }) => {
    const words = query.search.trim().toLowerCase();
    const all = await parents.list();
    const found = all.filter(
      ({ username, email }) => username.toLowerCase().includes(words) || email.toLowerCase().includes(words),
    );
    return {
      rows: found.map((parent) => ({ ...parent, id: String(parent.id), hid: String(parent.brandId) })),
    };
  });

  mount(app, operatorParentSet, async ({ body: { id, state, services, pages } }) => {
    const input: AdministratorOptions = {
      ...(state !== undefined && { state }),
      ...(services !== undefined && { services }),
      ...(pages !== undefined && { pages }),
    };
    allowed(await parents.set(id, input));
    return done;
  });
}
