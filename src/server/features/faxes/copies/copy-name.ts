import type { QueuedCopy } from './queued-copies.store.ts';
import type { NamePattern } from './storage.store.ts';

/** The parts of a fax that its copy's name is made of. */
type Named = Pick<QueuedCopy, 'at' | 'from' | 'company' | 'zone' | 'fid'>;

/**
 * Returns the name of a copy (spec http-api 7.6). Every pattern ends with the fax's own id, so that no two faxes share
 * a name.
 */
export function copyName(pattern: NamePattern, extension: string, fax: Named): string {
  const time = stamp(fax.at, fax.zone);
  const from = fax.from || 'unknown';
  const parts = {
    'from-first': ['Fax', from, time],
    'date-first': [time, 'Fax', from],
    'company-first': [fax.company.trim() || from, 'Fax', from, time],
  }[pattern];
  return `${[...parts, fax.fid].join('_')}.${extension}`;
}

/** Returns the folder of a month, such as `2026-11`, in the account's time zone. */
export function monthFolder({ at, zone }: Pick<Named, 'at' | 'zone'>): string {
  const { year, month } = partsOf(at, zone);
  return `${year}-${month}`;
}

/** `20261120_190401` */
function stamp(at: Date, zone: string): string {
  const { year, month, day, hour, minute, second } = partsOf(at, zone);
  return `${year}${month}${day}_${hour}${minute}${second}`;
}

function partsOf(at: Date, zone: string): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
