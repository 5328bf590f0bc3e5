import '#web/ui/list-page.css';
import './all-inboxes.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckCheck, Inbox } from 'lucide-react';
import type { ArrivedFax } from '#contract/mailbox/all-inboxes.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { LoadMore } from '#web/kit/load-more.tsx';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { partyDetails, partyOf } from '#web/shared/mailbox/fax-party.ts';
import { useAllInboxes } from './use-all-inboxes.ts';
import type { AllInboxes } from './use-all-inboxes.ts';

/** The received faxes of all accounts on which a person works, as one list. */
export function AllInboxesPage() {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const [unread, setUnread] = useState(false);
  const list = useAllInboxes(unread);
  const title = t('people.inboxes.title');
  usePageTitle(title);
  return (
    <section aria-label={title} className="list-page">
      {narrow && <MobileBar title={title} />}
      <div className="list-page-bar">
        <div className="grow">{!narrow && <h1>{title}</h1>}</div>
        <Switch checked={unread} onChange={(event) => setUnread(event.target.checked)}>
          {t('people.inboxes.unreadOnly')}
        </Switch>
      </div>
      <Body list={list} unread={unread} />
    </section>
  );
}

function Body({ list, unread }: { list: AllInboxes; unread: boolean }) {
  const { t } = useTranslation();
  if (list.failed)
    return (
      <div className="list-page-note">
        <LoadFailed onRetry={list.reload} text={t('inbox.loadError')} />
      </div>
    );
  if (list.loading)
    return (
      <output aria-label={t('inbox.loading')} className="list-page-skeleton">
        {['a', 'b', 'c', 'd'].map((row) => (
          <Skeleton key={row} width="60%" />
        ))}
      </output>
    );
  if (list.faxes.length === 0)
    return unread ? (
      <EmptyState icon={CheckCheck} title={t('people.inboxes.allRead')} />
    ) : (
      <EmptyState icon={Inbox} text={t('people.inboxes.emptyText')} title={t('people.inboxes.empty')} />
    );
  return (
    <>
      <ul aria-label={t('people.inboxes.title')} className="alin-list">
        {list.faxes.map((arrived) => (
          <li key={`${arrived.account.id} ${arrived.fax.fax_id}`}>
            <Row arrived={arrived} onOpen={() => list.open(arrived)} />
          </li>
        ))}
      </ul>
      {list.more !== null && (
        <div className="list-page-note">
          <LoadMore label={t('people.inboxes.more')} more={list.more} />
        </div>
      )}
    </>
  );
}

function Row({ arrived, onOpen }: { arrived: ArrivedFax; onOpen: () => void }) {
  const { t } = useTranslation();
  const { account, fax } = arrived;
  const party = partyOf(fax);
  const { company, number } = partyDetails(party);
  const isNew = fax.is_new === '1';
  return (
    <button className="alin-row" data-new={isNew || undefined} onClick={onOpen} type="button">
      <Avatar name={party.nameIsNumber ? '' : (party.name ?? '')} />
      <span className="alin-who">
        <span className="alin-name trunc">
          {isNew && <span className="sr">{t('inbox.unread')} </span>}
          <bdi className={party.nameIsNumber ? 'num' : undefined}>{party.name ?? t('inbox.unknown')}</bdi>
        </span>
        <span className="meta trunc">
          {company !== '' && <bdi>{company}</bdi>}
          {company !== '' && number !== '' && ' · '}
          <bdi className="num" dir="ltr">
            {number}
          </bdi>
        </span>
      </span>
      <span className="alin-to">
        <span className="sr">{t('inbox.to')} </span>
        <bdi className="num" dir="ltr">
          {formatFaxNumber(account.faxNumber)}
        </bdi>
      </span>
      <span className="alin-when meta num">
        <bdi dir="ltr">{formatDateTime(fax.fax_date)}</bdi>
        <span>{t('inbox.pages', { count: fax.fax_pages })}</span>
      </span>
    </button>
  );
}
