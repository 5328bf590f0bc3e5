import {
  addWhitelistedDomain,
  changeWhitelistedDomain,
  checkWhitelistedDomain,
  removeWhitelistedDomain,
  whitelistedDomains,
} from '#contract/gateways/sender-domains.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { WhitelistedDomains } from './whitelisted-domains.service.ts';

/** Mounts the whitelisted domains of the signed-in account, or of one of an administrator's (spec http-api 8.10). */
export function mountWhitelistedDomains(app: App, domains: WhitelistedDomains): void {
  mount(app, whitelistedDomains, async ({ caller, query }) => {
    const { accountId } = await domains.scope(caller, query.uid);
    return await domains.list(accountId);
  });
  mount(app, addWhitelistedDomain, async ({ caller, body }) => {
    const acting = await domains.scope(caller, body.uid);
    return doneWith({ id: String(await domains.add(acting, body.domain, body.status)) });
  });
  mount(app, changeWhitelistedDomain, async ({ caller, body }) => {
    await domains.change(await domains.scope(caller, body.uid), body.id, body.domain, body.status);
    return done;
  });
  mount(app, checkWhitelistedDomain, async ({ caller, body }) => {
    return await domains.check(await domains.scope(caller, body.uid), body.id);
  });
  mount(app, removeWhitelistedDomain, async ({ caller, body, query }) => {
    const uid = body.uid === '' ? query.uid : body.uid;
    const domain = body.domain === '' ? query.domain : body.domain;
    await domains.remove(await domains.scope(caller, uid), domain);
    return done;
  });
}
