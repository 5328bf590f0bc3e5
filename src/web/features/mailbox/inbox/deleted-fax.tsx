import './deleted-fax.css';
import type { TFunction } from 'i18next';
import { formatDate } from '#web/kit/format-date.ts';

const DAY_MS = 86_400_000;
/** With fewer days left, the number has the warning color. */
const FEW_DAYS = 5;

/** Returns the days until a time, including the current one. */
const daysUntil = (time: string) => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / DAY_MS));

/** Returns whether a time is on the current day. */
export const isToday = (time: string) => formatDate(time) === formatDate(new Date());

/** When a fax was deleted, for a row of Recently deleted. */
export function DeletedDate(props: { at: string; t: TFunction }) {
  const { at, t } = props;
  return isToday(at) ? t('inbox.trash.today') : <bdi dir="ltr">{formatDate(at)}</bdi>;
}

/** The days until a fax is erased, including the current one, for a row of Recently deleted. */
export function DaysLeft(props: { until: string; t: TFunction }) {
  const { until, t } = props;
  const count = daysUntil(until);
  return (
    <span className="days-left num trunc" data-few={count < FEW_DAYS || undefined}>
      {t('inbox.trash.daysLeft', { count })}
    </span>
  );
}
