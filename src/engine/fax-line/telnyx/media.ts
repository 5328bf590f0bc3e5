import type { OutboundGuard } from '#engine/outbound-guard/port.ts';

import type { AnnouncedFax, FetchedMedia } from '../port.ts';
import type { TelnyxClient } from './client.ts';
import type { TelnyxSettings } from './settings.ts';

interface Parts {
  client: TelnyxClient;
  guard: OutboundGuard;
  settings: TelnyxSettings;
}

/** A received fax is at most so long: 350 pages of the finest resolution are far below (A-INBOUND-04). */
const MAX_MEDIA = 64 * 1024 * 1024;
const MEDIA_MS = 60_000;

/** How files with pages begin: TIFF of either byte order (TIFF 6.0 §2), and PDF. */
const PAGES = ['II*\0', 'MM\0*', '%PDF'].map((mark) => Buffer.from(mark, 'latin1'));

/** Where the carrier keeps media: its own hosts and those of its storage. */
const CARRIER_HOSTS = /(?:^|\.)(?:telnyx\.com|telnyxstorage\.com|(?:s3|s3[.-][a-z0-9-]+)\.amazonaws\.com)$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The pages of a received fax. Their address is named in a message from outside, so only hosts of the carrier are
 * asked, without our key and without following anybody elsewhere (A-INBOUND-03). It ends after minutes: then the
 * carrier is asked for a new one.
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
  if (answer.kind === 'refused' && answer.reason === 'ANSWER_TOO_BIG')
    return { kind: 'hopeless', reason: `The pages have more than ${MAX_MEDIA} bytes.` };
  if (answer.kind === 'refused')
    return { kind: 'failed', reason: `The pages cannot be had: ${answer.reason}.` };
  if (answer.status !== 200)
    return { kind: 'failed', reason: `The pages are answered with ${answer.status}.` };
  if (answer.body.length === 0) return { kind: 'failed', reason: 'The pages are empty.' };
  if (!PAGES.some((mark) => answer.body.subarray(0, mark.length).equals(mark)))
    return { kind: 'strange', reason: 'What the carrier gives is no fax.', bytes: answer.body };
  return { kind: 'ok', value: answer.body };
}

/** Loopback is the guard's matter: it lets nobody there unless the installation is a rig. */
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
