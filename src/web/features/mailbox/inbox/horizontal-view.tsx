import { useTranslation } from 'react-i18next';
import { FAX_SORTS } from '#contract/mailbox/inbox.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ViewSwitch } from './list-header.tsx';
import type { InboxPlace } from './use-inbox.ts';

/** The horizontal view: so far only the table that it will fill (INBOX-08, spec decisions 4.2). */
export function HorizontalView(props: { place: InboxPlace }) {
  const { place } = props;
  const { t } = useTranslation();
  const columns: Column<never>[] = FAX_SORTS.map((sort) => ({
    key: sort,
    head: t(`inbox.sort.${sort}`),
    cell: () => null,
  }));
  return (
    <section aria-label={t('inbox.faxes')} className="outbox">
      <div className="outbox-bar">
        <h1 className="grow">{t(`inbox.folder.${place.folder}`)}</h1>
        <ViewSwitch place={place} />
      </div>
      <DataTable
        columns={columns}
        label={t(`inbox.folder.${place.folder}`)}
        placeholder={<EmptyState text={t('inbox.horizontalText')} title={t('inbox.horizontal')} />}
        rowKey={String}
        rows={[]}
      />
    </section>
  );
}
