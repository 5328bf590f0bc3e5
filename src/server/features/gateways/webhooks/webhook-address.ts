import type { OutboundGuard } from '#engine/outbound-guard/port.ts';
import { AppError } from '#server/kit/app-error.ts';

/** Time limit: a person or program waits while the host is looked up and dialed. */
const LOOK_LIMIT_MS = 5_000;

/** The rules for addresses. */
export interface AddressRules {
  guard: Pick<OutboundGuard, 'dial'>;
  /** F2E_ALLOW_PRIVATE_HOSTS: also allows http, for a private network. */
  allowPrivate: boolean;
  /** Whether a host is one of ours: posts to ourselves would loop. */
  ownsHost(url: URL): Promise<boolean>;
}

/** Returns the address of an endpoint as it is stored. Throws the fault of an invalid address (A-API-42, A-API-43). */
export async function checkedAddress(
  rules: AddressRules,
  written: string,
): Promise<{ url: string; host: string }> {
  const url = new URL(written);
  // A trailing dot is another spelling of the same host.
  url.hostname = url.hostname.replace(/\.$/u, '');
  if (url.protocol !== 'https:' && !rules.allowPrivate) throw refused('WEBHOOK_HTTPS');
  // A password in an address would appear in every list and log of it.
  if (url.username !== '' || url.password !== '') throw refused('WEBHOOK_HOST');
  if (await rules.ownsHost(url)) throw refused('WEBHOOK_OWN_HOST');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const dialed = await rules.guard.dial({ host: url.hostname, port, limitMs: LOOK_LIMIT_MS });
  if (dialed.kind === 'ok') dialed.socket.destroy();
  // A host that is down or unknown now may work tomorrow; the test of the endpoint reports it.
  else if (dialed.reason === 'HOST_NOT_ALLOWED') throw refused('WEBHOOK_HOST');
  url.hash = '';
  return { url: url.href, host: url.host };
}

function refused(code: 'WEBHOOK_HTTPS' | 'WEBHOOK_HOST' | 'WEBHOOK_OWN_HOST'): AppError {
  return new AppError(code, { fields: { url: code } });
}
