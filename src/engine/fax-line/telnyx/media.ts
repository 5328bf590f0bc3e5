import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import { MAX_MEDIA, MEDIA_MS, pagesOf } from '../carrier/pages-file.ts';
import type { AnnouncedFax, FetchedMedia } from '../port.ts';
import type { TelnyxClient } from './client.ts';
import type { TelnyxSettings } from './settings.ts';

interface Parts {
  client: TelnyxClient;
  guard: OutboundGuard;
  settings: TelnyxSettings;
}

/** The hosts of the carrier's media: its own and those of its storage. */
const CARRIER_HOSTS = /(?:^|\.)(?:telnyx\.com|telnyxstorage\.com|(?:s3|s3[.-][a-z0-9-]+)\.amazonaws\.com)$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Fetches the pages of a received fax. Their address comes in a message from outside, so only hosts of the carrier are
 * contacted, without our key and without following redirects (A-INBOUND-03). The address expires after minutes: the
 * carrier is then asked for a new one.
 */
export async function fetchMedia(
  parts: Parts,
  { faxRef, mediaUrl }: Pick<AnnouncedFax, 'faxRef' | 'mediaUrl'>,
): Promise<FetchedMedia> {
  const first = await load(parts, mediaUrl);
  if (first.kind !== 'failed') return first;
  await parts.client.refresh(faxRef);
  const seen = await parts.client.view(faxRef);
  const renewed = seen.kind === 'ok' ? seen.value.media_url : null;
  return renewed && renewed !== mediaUrl ? await load(parts, renewed) : first;
}

async function load({ guard, settings }: Parts, address: string): Promise<FetchedMedia> {
  if (!isMediaAddress(address, settings.apiBase)) {
    return { kind: 'failed', reason: 'The pages are at an address that is not the carrier’s.' };
  }
  const answer = await guard.request(address, { limitMs: MEDIA_MS, maxBytes: MAX_MEDIA });
  return pagesOf(answer);
}

/** Loopback is left to the guard, which allows it only in a test rig. */
function isMediaAddress(address: string, apiBase: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  const api = new URL(apiBase);
  if (username) return false;
  if (protocol === 'http:')
    return api.protocol === 'http:' && (hostname === api.hostname || LOOPBACK.test(hostname));
  if (protocol !== 'https:') return false;
  return hostname === api.hostname || CARRIER_HOSTS.test(hostname) || LOOPBACK.test(hostname);
}
