import './outbox-table.css';
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Clock, X } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { spokenName } from '#web/shared/faxes/spoken-name.ts';
import { AttemptMeter } from '#web/ui/attempt-meter.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SearchBox } from './search-box.tsx';
import { useOutbox } from './use-outbox.ts';
import type { Outbox } from './use-outbox.ts';
import type { InboxPlace } from './use-inbox.ts';

/** The Outbox: what waits, what is being sent, how often it was tried; a table, on phones a list (INBOX-10). */
export function OutboxTable(props: { place: InboxPlace; narrow: boolean }) {
  const { t } = useTranslation();
  const outbox = useOutbox();
  return (
    <section aria-label={t('inbox.folder.Outbox')} className="outbox">
      <div className="outbox-bar wide-only">
        <h1>{t('inbox.folder.Outbox')}</h1>
        <span className="meta grow">{outbox.items.length > 0 && t('inbox.outbox.updates')}</span>
        <div className="outbox-search">
          <SearchBox place={props.place.list} />
        </div>
      </div>
      <OutboxBody narrow={props.narrow} outbox={outbox} />
    </section>
  );
}

function OutboxBody(props: { outbox: Outbox; narrow: boolean }) {
  const { outbox, narrow } = props;
  const { t } = useTranslation();
  if (outbox.failed)
    return (
      <div className="list-fault">
        <LoadFailed onRetry={outbox.retry} text={t('inbox.loadError')} />
      </div>
    );
  if (outbox.loading) return <OutboxSkeleton />;
  if (outbox.items.length === 0)
    return (
      <EmptyState icon={Clock} text={t('inbox.empty.Outbox.text')} title={t('inbox.empty.Outbox.title')} />
    );
  const [held] = outbox.items.flatMap((item) => item.held ?? []);
  return (
    <>
      {held && <Banner tone="warn">{t(`inbox.outbox.held.${held}`)}</Banner>}
      {narrow ? <JobList outbox={outbox} /> : <JobTable outbox={outbox} />}
      <p className="meta outbox-hint">{t('inbox.outbox.hint', { count: MAX_DIALS })}</p>
    </>
  );
}

function JobTable(props: { outbox: Outbox }) {
  const { items, cancel } = props.outbox;
  const { t } = useTranslation();
  const columns = useMemo(() => columnsFor(t, cancel), [cancel, t]);
  return (
    <DataTable
      columns={columns}
      label={t('inbox.folder.Outbox')}
      rowKey={(item) => item.jobid}
      rows={items}
    />
  );
}

function columnsFor(t: TFunction, cancel: Outbox['cancel']): Column<OutboxItem>[] {
  return [
    { key: 'to', head: t('inbox.to'), cell: (item) => <Number item={item} /> },
    { key: 'contact', head: t('inbox.outbox.contact'), cell: (item) => nameOf(item) || '–' },
    {
      key: 'pages',
      head: t('inbox.sort.fax_pages'),
      align: 'end',
      className: 'num',
      // 0 until the document is converted.
      cell: (item) => (item.pages === 0 ? '–' : item.pages),
    },
    {
      key: 'date',
      head: t('inbox.sort.fax_date'),
      className: 'outbox-date',
      cell: (item) => <When item={item} />,
    },
    { key: 'tries', head: t('inbox.outbox.attempts'), cell: (item) => <Tries item={item} /> },
    { key: 'state', head: t('inbox.outbox.status'), align: 'end', cell: (item) => <State item={item} /> },
    {
      key: 'cancel',
      head: t('inbox.actions'),
      headHidden: true,
      align: 'end',
      width: '64px',
      cell: (item) => <Cancel cancel={cancel} item={item} />,
    },
  ];
}

function JobList(props: { outbox: Outbox }) {
  const { items, cancel } = props.outbox;
  const { t } = useTranslation();
  return (
    <ul className="outbox-list">
      {items.map((item) => (
        <li key={item.jobid}>
          <div className="grow">
            <div className="between">
              {nameOf(item) === '' ? (
                <Number item={item} />
              ) : (
                <strong className="trunc">{nameOf(item)}</strong>
              )}
              <State item={item} />
            </div>
            {nameOf(item) !== '' && (
              <div className="meta">
                <Number item={item} />
              </div>
            )}
            <div className="between meta">
              <span>
                <When item={item} />
                {item.pages > 0 && <span className="num"> · {t('inbox.pages', { count: item.pages })}</span>}
              </span>
              <Tries item={item} />
            </div>
          </div>
          <Cancel cancel={cancel} item={item} />
        </li>
      ))}
    </ul>
  );
}

/** Whom a fax goes to, by person or company; empty where only the number is known. */
function nameOf(item: OutboxItem): string {
  return spokenName(item.name ?? '', item.to_faxnumber) || (item.company ?? '');
}

function Number(props: { item: OutboxItem }) {
  return (
    <bdi className="strong num" dir="ltr">
      {formatFaxNumber(props.item.to_faxnumber)}
    </bdi>
  );
}

function When(props: { item: OutboxItem }) {
  return (
    <bdi className="num" dir="ltr">
      {formatDateTime(props.item.date)}
    </bdi>
  );
}

function Tries(props: { item: OutboxItem }) {
  const { dials, state } = props.item;
  const { t } = useTranslation();
  return (
    <AttemptMeter
      active={state === 'SENDING'}
      label={t('inbox.outbox.tried', { tried: dials, max: MAX_DIALS })}
      max={MAX_DIALS}
      tried={dials}
    />
  );
}

function State(props: { item: OutboxItem }) {
  const { origin, cancelling, held } = props.item;
  const { t } = useTranslation();
  const state = cancelling ? 'CANCELLING' : held ? 'HELD' : props.item.state;
  const tone = state === 'SENDING' ? 'info' : state === 'WAITING' || held ? 'warn' : 'neutral';
  return (
    <span className="rowx">
      {origin === 'email' && <span className="meta">{t('inbox.byEmail')}</span>}
      <Pill tone={tone}>{t(`inbox.outbox.state.${state}`)}</Pill>
    </span>
  );
}

function Cancel(props: { item: OutboxItem; cancel: Outbox['cancel'] }) {
  const { item, cancel } = props;
  const { t } = useTranslation();
  const number = formatFaxNumber(item.to_faxnumber) ?? '';
  return (
    <IconButton
      disabled={item.cancelling ?? false}
      icon={X}
      label={t(item.cancelling ? 'inbox.outbox.beingCancelled' : 'inbox.outbox.cancelTo', { number })}
      onPress={() => void cancel(item)}
      size="sm"
    />
  );
}

function OutboxSkeleton() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('inbox.loading')} className="outbox-skeleton">
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} width="60%" />
      ))}
    </output>
  );
}
