import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import { AppError } from '#server/kit/app-error.ts';

/** A person or program waits while the host is looked up and dialed. */
const LOOK_LIMIT_MS = 5_000;

/** What judges addresses. */
export interface AddressRules {
  guard: Pick<OutboundGuard, 'dial'>;
  /** F2E_ALLOW_PRIVATE_HOSTS: then http will do, inside one's own network. */
  allowPrivate: boolean;
  /** Whether a host is one of ours: posts to ourselves would go in a circle. */
  ownsHost(url: URL): Promise<boolean>;
}

/** The address of an endpoint as it is kept; throws what is wrong with it (A-API-42, A-API-43). */
export async function checkedAddress(
  rules: AddressRules,
  written: string,
): Promise<{ url: string; host: string }> {
  const url = new URL(written);
  // A final dot names the same host in another spelling.
  url.hostname = url.hostname.replace(/\.$/u, '');
  if (url.protocol !== 'https:' && !rules.allowPrivate) throw refused('WEBHOOK_HTTPS');
  // A password in an address would stand in every list and log of it.
  if (url.username !== '' || url.password !== '') throw refused('WEBHOOK_HOST');
  if (await rules.ownsHost(url)) throw refused('WEBHOOK_OWN_HOST');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const dialed = await rules.guard.dial({ host: url.hostname, port, limitMs: LOOK_LIMIT_MS });
  if (dialed.kind === 'ok') dialed.socket.destroy();
  // A host that is down or unknown now may be there tomorrow; the test says so.
  else if (dialed.reason === 'HOST_NOT_ALLOWED') throw refused('WEBHOOK_HOST');
  url.hash = '';
  return { url: url.href, host: url.host };
}

function refused(code: 'WEBHOOK_HTTPS' | 'WEBHOOK_HOST' | 'WEBHOOK_OWN_HOST'): AppError {
  return new AppError(code, { fields: { url: code } });
}
