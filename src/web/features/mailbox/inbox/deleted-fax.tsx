import './deleted-fax.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { formatDate, formatTime } from '#web/kit/format-date.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { eraseFaxes } from './erase-faxes.ts';

const DAY_MS = 86_400_000;
/** With fewer days left, the number has the warning color. */
const FEW_DAYS = 5;

/** Returns the days until a time, including the current one. */
const daysUntil = (time: string) => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / DAY_MS));

const isToday = (time: string) => formatDate(time) === formatDate(new Date());

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

/** A note above an open deleted fax: when and from where it was deleted, and when it will be erased. */
export function DeletedNote(props: { row: FaxRow }) {
  const { deleted_at: at, erased_at: until, deleted_from: from } = props.row;
  const { t } = useTranslation();
  if (at === undefined || until === undefined) return null;
  const words = {
    folder: t(`inbox.folder.${from ?? 'Inbox'}`),
    date: formatDate(at),
    time: formatTime(at),
    until: formatDate(until),
  };
  return (
    <div className="fx-note deleted-note no-print">
      <Banner tone="warn">{t(isToday(at) ? 'inbox.trash.noteToday' : 'inbox.trash.note', words)}</Banner>
    </div>
  );
}

/** Erases everything in Recently deleted, even what a search has not found; asks with the number of faxes. */
export function EraseAll(props: { count: number }) {
  const { count } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  if (count === 0) return null;
  return (
    <Button className="erase-all" onClick={() => void eraseFaxes(client, t, count)} variant="link">
      {t('inbox.trash.eraseAll')}
    </Button>
  );
}
