import { FAIL_REASONS } from '#contract/kit/fax-state.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { intlLocale } from '#contract/kit/language.ts';
import type { CoverRow, CoverSheet } from '#engine/documents/port.ts';

import type { ReportedCall, ReportedFax } from './transmission-report.store.ts';

/** Returns the sentence under a key of the locale files. */
export type Say = (key: string, params?: Record<string, string | number>) => string;

/** Returns the contents of the report: how the fax ended, who sent it and when, and every call. */
export function reportSheet(
  fax: ReportedFax,
  calls: readonly ReportedCall[],
  { language, say }: { language: string; say: Say },
): Omit<CoverSheet, 'template'> {
  const time = clock(language, fax.zone);
  const last = calls.at(-1);
  const row = (side: CoverRow['side'], key: string, value: string): CoverRow[] =>
    value === '' ? [] : [{ key, side, label: say(`report.${key}`), value }];
  return {
    title: say('report.title'),
    otherPages: 0,
    rows: [
      ...row('to', 'to', joined([readable(fax.to), fax.person, fax.company])),
      ...row('to', 'station', last?.stationId ?? ''),
      ...row('to', 'from', joined([readable(fax.from), fax.stationId])),
      ...row('to', 'handedIn', time(fax.at)),
      ...row('to', 'ended', fax.endedAt ? time(fax.endedAt) : ''),
      ...row('to', 'arrived', arrivedPages(fax, say)),
      ...row('to', 'job', fax.jobId === null ? '' : String(fax.jobId)),
      ...calls.map((call, at) => ({
        key: 'call',
        side: 'about' as const,
        label: String(at + 1),
        value: callLine(call, time, say),
      })),
    ],
    comments: '',
    footer: '',
    fields: {
      outcome: fax.isTest ? `${outcomeOf(fax, say)} (${say('report.test')})` : outcomeOf(fax, say),
      calls: say('report.calls'),
      none: say('report.noCalls'),
    },
  };
}

function outcomeOf(fax: ReportedFax, say: Say): string {
  if (fax.status === 'OK') return say('report.delivered');
  if (fax.uncertainPages !== null) {
    return say('inbox.uncertain', { confirmed: fax.uncertainPages, count: fax.pages });
  }
  return `${say('report.notSent')} ${reasonOf(fax.reason ?? '', say)}`.trim();
}

/** Returns how much of the document is known to have arrived. */
function arrivedPages(fax: ReportedFax, say: Say): string {
  if (fax.pages === 0) return '';
  const whole = fax.status === 'OK' && fax.uncertainPages === null;
  const there = whole ? fax.pages : (fax.uncertainPages ?? fax.confirmedPages);
  return say('report.arrivedOf', { confirmed: there, pages: fax.pages });
}

/** Names of standards are the same in every language. */
const MEDIA = { t38: 'T.38', audio: 'G.711' } as const;

function callLine(call: ReportedCall, time: (at: Date) => string, say: Say): string {
  const speed = call.rate === null ? '' : say('report.speed', { rate: call.rate });
  const repair = call.ecm === null ? '' : say(call.ecm ? 'report.corrected' : 'report.uncorrected');
  return [
    time(call.startedAt),
    call.result === 'OK' ? say('report.delivered') : reasonOf(call.result, say),
    say('report.confirmed', { count: call.pages }),
    call.seconds === null ? '' : lasted(call.seconds),
    call.media === null ? '' : MEDIA[call.media],
    speed,
    repair,
  ]
    .filter(Boolean)
    .join(' · ');
}

function reasonOf(reason: string, say: Say): string {
  if (reason === 'UNCERTAIN') return say('report.unknown');
  return say(FAIL_REASONS.some((known) => known === reason) ? `reasons.${reason}` : 'report.otherReason');
}

function clock(language: string, zone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(intlLocale(language), {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'long',
  });
  return (at) => format.format(at);
}

/** `m:ss`. */
function lasted(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function readable(digits: string): string {
  return formatFaxNumber(digits) ?? digits;
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(', ');
}
