import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { FollowedFax, OutboxItem } from '#contract/faxes/queue.ts';
import { formatDate, formatDateTime, formatTime } from '#web/kit/format-date.ts';
import { AttemptMeter } from '#web/ui/attempt-meter.tsx';
import { spokenName } from './spoken-name.ts';

/** Returns a fax's recipient: the person or company (empty if unknown), the number, and the company of a person. */
export function recipientOf(item: Pick<OutboxItem, 'name' | 'company' | 'to_faxnumber'>) {
  const person = spokenName(item.name ?? '', item.to_faxnumber);
  const company = item.company ?? '';
  return {
    name: person || company,
    number: formatFaxNumber(item.to_faxnumber) ?? item.to_faxnumber,
    company: person === company || person === '' ? '' : company,
  };
}

/** Formats a time as 10:42, with the date if it is not today. */
export function shortTime(value: string): string {
  return formatDate(value) === formatDate(new Date()) ? formatTime(value) : formatDateTime(value);
}

/**
 * Returns the details of a fax's state: the page being sent, the reason and end of a wait, or its scheduled time; empty
 * if none are known.
 */
export function sendDetail(
  t: TFunction,
  item: Omit<OutboxItem, 'state'> & { state: FollowedFax['state'] },
): string {
  if (item.held || item.cancelling) return '';
  if (item.state === 'SENDING') return callDetail(t, item);
  if (item.state === 'WAITING') return waitDetail(t, item);
  if (item.state === 'SCHEDULED') return timeDetail(t, item);
  if (item.state === 'FAILED') return item.reason ? t(`reasons.${item.reason}`) : t('report.otherReason');
  if (item.state !== 'QUEUED' && item.state !== 'CONVERTING') return '';
  return item.pages === 0 ? t('sendWords.preparing') : t('sendWords.due');
}

function callDetail(t: TFunction, { page, pages, dialed }: Pick<OutboxItem, 'page' | 'pages' | 'dialed'>) {
  if (page !== undefined) return t('sendWords.page', { page, pages });
  return dialed === undefined ? '' : t('sendWords.dialing');
}

function waitDetail(t: TFunction, { reason, next }: Pick<OutboxItem, 'reason' | 'next'>): string {
  const due = next === undefined || Date.parse(next) <= Date.now();
  const when = due ? t('sendWords.due') : t('sendWords.next', { time: shortTime(next) });
  return reason === undefined ? when : `${t(`sendReason.${reason}`)}. ${when}`;
}

function timeDetail(t: TFunction, { send_at: at = '', window }: Pick<OutboxItem, 'send_at' | 'window'>) {
  return window ? `${shortTime(at)} · ${t('later.byWindow')}` : shortTime(at);
}

/** Shows the number of send attempts, from the first attempt on. */
export function Tries(props: { dials: number; sending: boolean }) {
  const { dials, sending } = props;
  const { t } = useTranslation();
  if (dials === 0) return null;
  return (
    <AttemptMeter
      active={sending}
      label={t('sendWords.tried', { count: dials, max: MAX_DIALS })}
      max={MAX_DIALS}
      tried={dials}
    />
  );
}
