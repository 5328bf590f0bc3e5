import '#web/ui/side-column.css';
import './outbox-panel.css';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, CalendarClock, Inbox, SquarePen, X, Zap } from 'lucide-react';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { sendStateOf, StatePill, toneOf } from '#web/shared/faxes/send-state.tsx';
import { useMay } from '#web/shared/mailbox/role.ts';
import { recipientOf, sendDetail } from '#web/shared/faxes/send-words.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CallHistory } from './call-history.tsx';
import { isOpen, progressOptions } from './fax-queries.ts';
import { PageImages } from './page-images.tsx';
import { allowedOn } from './active-job.ts';
import type { JobActions } from './use-job-actions.tsx';

/** An open fax of the Outbox: its state, pages, calls, and the actions on it. It stays open after it was sent. */
export function OutboxPanel(props: {
  fax: string;
  actions: JobActions;
  narrow: boolean;
  onClose: () => void;
}) {
  const { fax, narrow, onClose } = props;
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(progressOptions(fax));
  const [item] = data ?? [];
  return (
    <aside aria-label={t('inbox.reader')} className="side-pane outbox-panel">
      {narrow && (
        <MobileBar
          start={
            <IconButton flip icon={ArrowLeft} label={t('inbox.backToList')} onPress={onClose} size="touch" />
          }
          title={t('inbox.fax')}
        />
      )}
      {data === undefined &&
        (isError ? (
          <LoadFailed onRetry={() => void refetch()} text={t('inbox.loadError')} />
        ) : (
          <output aria-label={t('inbox.loading')} className="outbox-skeleton">
            <Skeleton width="60%" />
          </output>
        ))}
      {data !== undefined && item === undefined && (
        <EmptyState
          action={<Button onClick={onClose}>{t('inbox.backToList')}</Button>}
          icon={Inbox}
          text={t('inbox.outbox.goneText')}
          title={t('inbox.outbox.gone')}
        />
      )}
      {item !== undefined && <Opened {...props} item={item} />}
    </aside>
  );
}

function Opened(props: { item: FollowedFax; actions: JobActions; narrow: boolean; onClose: () => void }) {
  const { item, actions, narrow, onClose } = props;
  const { t } = useTranslation();
  const { name, number, company } = recipientOf(item);
  return (
    <>
      <header>
        <Avatar name={name} />
        <div className="grow">
          <h2 className="trunc">{name === '' ? <bdi dir="ltr">{number}</bdi> : name}</h2>
          <div className="meta trunc">
            {name !== '' && (
              <bdi className="num" dir="ltr">
                {number}
              </bdi>
            )}
            {company !== '' && ` · ${company}`}
          </div>
        </div>
        {!narrow && <IconButton icon={X} label={t('app.close')} onPress={onClose} size="sm" />}
      </header>
      <div className="outbox-panel-body">
        <Standing item={item} />
        <Pages item={item} />
        <CallHistory item={item} />
      </div>
      <Footer actions={actions} item={item} />
    </>
  );
}

/** The state, its reason, and the next step. */
function Standing(props: { item: FollowedFax }) {
  const { item } = props;
  const { t } = useTranslation();
  const state = sendStateOf(item);
  const detail = sendDetail(t, item);
  return (
    <output className="note outbox-standing" data-tone={toneOf(state)}>
      <StatePill state={state} />
      {detail !== '' && <b>{detail}</b>}
      {state === 'RETRYING' && (
        <span className="meta">{t('inbox.outbox.triesLeft', { count: MAX_DIALS - item.dials })}</span>
      )}
      {state === 'NOT_SENT' && item.dials > 0 && item.dials < MAX_DIALS && (
        <span className="meta">{t('sendWords.calls', { count: item.dials })}</span>
      )}
    </output>
  );
}

function Pages(props: { item: FollowedFax }) {
  const { item } = props;
  const { t } = useTranslation();
  if (item.faxpath === undefined) return null;
  if (item.pages === 0 && isOpen(item)) return <p className="meta">{t('dashboard.notCounted')}</p>;
  return (
    <div className="outbox-pages">
      <PageImages row={rowOf(item, item.faxpath)} />
    </div>
  );
}

/** Returns the fax in the form that the reader's parts expect. */
function rowOf(item: FollowedFax, path: string): FaxRow {
  return {
    fax_id: item.fid,
    fax_path: path,
    fax_pages: item.pages,
    fax_size: 0,
    fax_date: item.date,
    fax_from: item.to_faxnumber,
    sender: '',
    from_company: item.company ?? '',
    to_person: '',
    is_new: '0',
    is_inbox: 0,
    action: 'S',
    status: 'OK',
    rotation: 0,
    contact_info: null,
  };
}

function Footer(props: { item: FollowedFax; actions: JobActions }) {
  const { item, actions } = props;
  const { t } = useTranslation();
  const allowed = allowedOn(item);
  const may = useMay('send');
  if (!isOpen(item))
    return item.faxpath === undefined ? null : (
      <footer>
        <Link className="btn" data-variant="primary" search={{ folder: 'Sent', fax: item.fid }} to="/inbox">
          {t('inbox.sending.view')}
        </Link>
      </footer>
    );
  if (!may) return null;
  return (
    <footer>
      {allowed.sendNow && (
        <Button icon={Zap} onClick={() => void actions.sendNow(item)} variant="primary">
          {t('inbox.outbox.sendNow')}
        </Button>
      )}
      {allowed.editTime && (
        <Button icon={CalendarClock} onClick={() => actions.editTime(item)}>
          {t('later.editTime')}
        </Button>
      )}
      {allowed.editNumber && (
        <Button icon={SquarePen} onClick={() => actions.editNumber(item)}>
          {t('inbox.outbox.editTitle')}
        </Button>
      )}
      <Button disabled={!allowed.cancel} onClick={() => void actions.cancel(item)} variant="danger-quiet">
        {t('app.cancel')}
      </Button>
    </footer>
  );
}
