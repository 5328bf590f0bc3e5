import { formatWireTime } from '#contract/kit/wire.ts';
import { operatorBanClear, operatorBans } from '#contract/gateways/senders.admin.ts';
import type { ConsoleBan } from '#contract/gateways/senders.admin.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { refusal } from '#server/kit/operator-refusal.ts';

import type { SessionAdmin } from './operate-sessions.ts';

/** Mounts the console's list of blocked logins and addresses. `zone` is the server's. */
export function mountBanAdmin(
  app: App,
  { admin, zone }: { admin: Pick<SessionAdmin, 'bans' | 'clearBans'>; zone: string },
): void {
  mount(app, operatorBans, async () => ({
    rows: (await admin.bans()).map(({ key, count, since }) => ({
      key,
      ...readKey(key),
      count,
      since: formatWireTime(since, zone),
    })),
  }));

  mount(app, operatorBanClear, async ({ body: { key } }) => {
    if ((await admin.clearBans(key)) === 0) throw refusal('Nobody waits there any more.');
    return done;
  });
}

/** Splits a key such as `pair:2125550100:192.0.2.7`; an IPv6 address itself contains colons. */
function readKey(key: string): Pick<ConsoleBan, 'kind' | 'login' | 'address'> {
  const [, kind = '', rest = ''] = /^(pair|address|number|net:\w+|all):(.*)$/s.exec(key) ?? [];
  if (kind.startsWith('net:')) return { kind: 'network', login: '', address: rest };
  if (kind === 'all') return { kind, login: '', address: '' };
  if (kind === 'address') return { kind, login: '', address: rest };
  if (kind === 'number') return { kind, login: rest, address: '' };
  const at = rest.indexOf(':');
  return { kind: 'pair', login: rest.slice(0, at), address: rest.slice(at + 1) };
}
