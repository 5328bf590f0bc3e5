import { formatWireTime } from '#contract/kit/wire.ts';

import type { StoredFax } from './fax-documents.store.ts';

/** Returns `fax_{otherparty}_{YYYYMMDDHHmm}.{ext}` (spec http-api 4.3), in the reader's time. */
export function faxFileName(fax: Pick<StoredFax, 'other_number' | 'fax_at' | 'zone'>, ext: string): string {
  return `fax_${party(fax)}_${stamp(fax).slice(0, 12)}.${ext}`;
}

/** Returns `fax_{otherparty}_{YYYYMMDDHHmmss}_{fid}.{ext}` (spec http-api 4.4). The id makes names unique. */
export function zipEntryName(
  fax: Pick<StoredFax, 'id' | 'other_number' | 'fax_at' | 'zone'>,
  ext: string,
): string {
  return `fax_${party(fax)}_${stamp(fax)}_${fax.id}.${ext}`;
}

/** Digits only: a station id from the line must not become part of a header or a path. */
function party({ other_number }: { other_number: string }): string {
  return other_number.replaceAll(/\D/g, '') || 'unknown';
}

/** Returns YYYYMMDDHHmmss. */
function stamp({ fax_at, zone }: { fax_at: Date; zone: string }): string {
  return formatWireTime(fax_at, zone).slice(0, 'YYYY-MM-DDTHH:mm:ss'.length).replaceAll(/\D/g, '');
}
