import '#web/shared/faxes/fax-picture.css';
import '#web/ui/data-table.css';
import '#web/ui/list-page.css';
import './outbox-table.css';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { sendStateOf } from '#web/shared/faxes/send-state.tsx';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { useLastPage } from '#web/kit/use-last-page.ts';
import { Banner } from '#web/ui/banner.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OutboxRow } from './outbox-row.tsx';
import { SearchBox } from './search-box.tsx';
import { useJobActions } from './use-job-actions.tsx';
import type { JobActions } from './use-job-actions.tsx';
import { useOutbox } from './use-outbox.ts';
import type { Outbox } from './use-outbox.ts';
import type { InboxPlace } from './use-inbox.ts';

const OutboxPanel = later(async () => (await import('./outbox-panel.tsx')).OutboxPanel);

/** The Outbox: faxes being sent, and waiting ones with reason and end of the wait; a fax opens beside it (INBOX-10). */
export function OutboxTable(props: { place: InboxPlace; narrow: boolean }) {
  const { place, narrow } = props;
  const { t } = useTranslation();
  const outbox = useOutbox(place);
  const { actions, dialog } = useJobActions();
  const fax = readInboxSearch(useSearch({ strict: false })).fax ?? null;
  // What has been sent is no longer listed.
  const known = !outbox.loading && !outbox.failed;
  useLastPage(known ? { rows: outbox.items.length, total: outbox.total } : undefined, {
    ...place,
    go: place.moveTo,
  });
  const close = () => {
    place.close();
    // Otherwise the focus would be lost with the panel.
    document.querySelector<HTMLElement>(`.outbox-open[data-fax="${fax ?? ''}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && fax !== null) close();
  };
  return (
    <div className="outbox-panes" onKeyDown={onKeyDown} role="presentation">
      <section aria-label={t('inbox.folder.Outbox')} className="list-page" inert={narrow && fax !== null}>
        <div className="list-page-bar wide-only">
          <h1>{t('inbox.folder.Outbox')}</h1>
          <span className="meta grow num">
            {outbox.total > 0 && t('inbox.faxCount', { count: outbox.total })}
          </span>
          <div className="outbox-search">
            <SearchBox place={place.list} />
          </div>
        </div>
        <OutboxBody actions={actions} fax={fax} outbox={outbox} place={place} />
      </section>
      {fax !== null && <OutboxPanel actions={actions} fax={fax} key={fax} narrow={narrow} onClose={close} />}
      {dialog}
    </div>
  );
}

interface BodyProps {
  outbox: Outbox;
  place: InboxPlace;
  actions: JobActions;
  fax: string | null;
}

function OutboxBody(props: BodyProps) {
  const { outbox, place } = props;
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
      <JobTable {...props} />
      <div className="outbox-pager">
        <Pager
          onPage={place.list.goToPage}
          page={place.page}
          pageSize={place.pageSize}
          total={outbox.total}
        />
      </div>
      <p className="meta outbox-hint">{t('inbox.outbox.hint', { count: MAX_DIALS })}</p>
    </>
  );
}

/** The headings, in display order. */
const GROUPS = ['sending', 'waiting', 'scheduled'] as const;

/** Returns the heading of a fax. */
function groupOf(item: OutboxItem): (typeof GROUPS)[number] {
  if (item.state === 'SENDING') return 'sending';
  return sendStateOf(item) === 'SCHEDULED' ? 'scheduled' : 'waiting';
}

function JobTable(props: BodyProps) {
  const { outbox, place, actions, fax } = props;
  const { t } = useTranslation();
  return (
    <table aria-label={t('inbox.folder.Outbox')} className="t outbox-t" data-skip-to>
      <colgroup>
        <col className="outbox-col-to" />
        <col />
        <col className="outbox-col-tries" />
        <col className="outbox-col-verbs" />
      </colgroup>
      <thead className="sr">
        <tr>
          <th scope="col">{t('inbox.to')}</th>
          <th scope="col">{t('inbox.outbox.status')}</th>
          <th scope="col">{t('inbox.outbox.attempts')}</th>
          <th scope="col">{t('inbox.actions')}</th>
        </tr>
      </thead>
      {/* One body: a row that changes its group must stay the same element, or the focus would be lost. */}
      <tbody>
        {GROUPS.flatMap((group) => {
          const items = outbox.items.filter((item) => groupOf(item) === group);
          if (items.length === 0) return [];
          return [
            <tr className="outbox-group" key={group}>
              <th colSpan={4} scope="colgroup">
                {t(`inbox.outbox.group.${group}`)}
              </th>
            </tr>,
            ...items.map((item) => (
              <OutboxRow
                actions={actions}
                item={item}
                key={item.jobid}
                onOpen={place.open}
                open={item.fid === fax}
              />
            )),
          ];
        })}
      </tbody>
    </table>
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
