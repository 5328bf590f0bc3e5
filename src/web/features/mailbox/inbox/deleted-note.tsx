import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { formatDate, formatTime } from '#web/kit/format-date.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { isToday } from './deleted-fax.tsx';
import { eraseFaxes } from './erase-faxes.ts';

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
