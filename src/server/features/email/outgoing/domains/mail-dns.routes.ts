import { operatorMailDns } from '#contract/audit/log.admin.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { checkDomains } from './mail-domains.service.ts';
import type { DomainCheck } from './mail-domains.service.ts';

/** Mounts the console's check of DNS records. */
export function mountMailDns(app: App, check: DomainCheck): void {
  mount(app, operatorMailDns, async () => ({ records: await checkDomains(check) }));
}
