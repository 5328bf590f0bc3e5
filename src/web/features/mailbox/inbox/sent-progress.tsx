import './sent-progress.css';
import { useEffect, useRef } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Clock, Inbox, Pencil } from 'lucide-react';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { ConnectionNotice } from '#web/kit/connection-notice.tsx';
import { focusHeading } from '#web/kit/focus-on-arrival.ts';
import { TOPIC_KEYS } from '#web/kit/live-events.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { TaggedText } from '#web/kit/tagged-text.tsx';
import { sendStateOf } from '#web/shared/faxes/send-state.tsx';
import type { SendState } from '#web/shared/faxes/send-state.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { isOpen, progressOptions } from './fax-queries.ts';
import { ProgressRow } from './progress-row.tsx';
import { SentSide } from './sent-side.tsx';
import { useJobActions } from './use-job-actions.tsx';

const NONE: readonly FollowedFax[] = [];

/** The page after Send: the progress of the fax for each recipient, until it was delivered or has failed. */
export function SentProgress(props: { fids: string; narrow: boolean }) {
  const { fids, narrow } = props;
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(progressOptions(fids));
  const { actions, dialog } = useJobActions();
  const faxes = data ?? NONE;
  const open = data === undefined || faxes.some(isOpen);
  useFreshFolders(faxes);
  useEffect(() => {
    // The heading names the page for screen readers; a change of the address's search alone would not move the focus.
    focusHeading();
  }, []);
  const title = titleOf(t, faxes, open);
  return (
    <div className="sent-progress">
      {narrow && <MobileBar start={<BackToOutbox />} title={title} />}
      <div className="sent-main">
        <div className="sent-head">
          <div className="grow">
            {!narrow && <h1 tabIndex={-1}>{title}</h1>}
            <output className="sent-summary meta">{faxes.length > 0 && summaryOf(t, faxes)}</output>
            <ConnectionNotice />
          </div>
          <Ways />
        </div>
        {data === undefined && !isError && (
          <output aria-label={t('inbox.loading')} className="sent-list sent-loading">
            <Skeleton width="60%" />
          </output>
        )}
        {data === undefined && isError && (
          <LoadFailed onRetry={() => void refetch()} text={t('inbox.loadError')} />
        )}
        {data?.length === 0 && (
          <EmptyState icon={Inbox} text={t('inbox.outbox.goneText')} title={t('inbox.outbox.gone')} />
        )}
        {faxes.length > 0 && (
          <ul className="sent-list">
            {faxes.map((fax) => (
              <ProgressRow actions={actions} fax={fax} key={fax.fid} />
            ))}
          </ul>
        )}
        {faxes.some(isOpen) && <LeaveNote />}
      </div>
      {!narrow && <SentSide faxes={faxes} />}
      {dialog}
    </div>
  );
}

/** A finished fax moves from the Outbox to Sent: refetches the folder counts and the lists. */
function useFreshFolders(faxes: readonly FollowedFax[]): void {
  const client = useQueryClient();
  const open = faxes.filter(isOpen).length;
  const before = useRef(open);
  useEffect(() => {
    if (before.current > open)
      for (const key of TOPIC_KEYS.faxes) void client.invalidateQueries({ queryKey: [key] });
    before.current = open;
  }, [client, open]);
}

function titleOf(t: TFunction, faxes: readonly FollowedFax[], open: boolean): string {
  if (open) return t('inbox.sending.title');
  const delivered = faxes.filter(({ state }) => state === 'DELIVERED').length;
  if (delivered === faxes.length) return t('inbox.sending.titleDelivered');
  return t(delivered > 0 ? 'inbox.sending.titleSome' : 'inbox.sending.titleNone');
}

/** The order of the states in the summary. */
const SUMMARY = [
  'DELIVERED',
  'SENDING',
  'CANCELING',
  'QUEUED',
  'PREPARING',
  'SCHEDULED',
  'HELD',
  'RETRYING',
  'UNCERTAIN',
  'NOT_SENT',
  'CANCELED',
] as const satisfies readonly SendState[];

/** Returns «1 of 3 delivered · 1 sending»: only states, so that screen readers do not announce every page. */
function summaryOf(t: TFunction, faxes: readonly FollowedFax[]): string {
  const states = faxes.map(sendStateOf);
  const [only, second] = states;
  if (only !== undefined && second === undefined) return t(`sendState.${only}`);
  return SUMMARY.flatMap((state) => {
    const count = states.filter((one) => one === state).length;
    if (state === 'DELIVERED') return t('inbox.sending.deliveredOf', { count, total: faxes.length });
    return count === 0 ? [] : t('inbox.sending.counted', { count, state: t(`sendState.${state}`) });
  }).join(' · ');
}

function BackToOutbox() {
  const { t } = useTranslation();
  return (
    <Link
      aria-label={t('inbox.sending.toOutbox')}
      className="btn ic"
      data-size="touch"
      data-variant="quiet"
      search={{ folder: 'Outbox' }}
      to="/inbox"
    >
      <Icon as={ArrowLeft} flip size="l" />
    </Link>
  );
}

function Ways() {
  const { t } = useTranslation();
  return (
    <span className="rowx">
      <Link className="btn" data-variant="secondary" search={{ folder: 'Outbox' }} to="/inbox">
        <Icon as={Clock} size="s" />
        {t('inbox.sending.toOutbox')}
      </Link>
      <Link className="btn" data-variant="primary" to="/inbox/compose">
        <Icon as={Pencil} size="s" />
        {t('inbox.newFax')}
      </Link>
    </span>
  );
}

function LeaveNote() {
  const { t } = useTranslation();
  return (
    <Banner tone="info">
      <TaggedText
        elements={{
          outbox: <Link search={{ folder: 'Outbox' }} to="/inbox" />,
          sent: <Link search={{ folder: 'Sent' }} to="/inbox" />,
        }}
        text={t('inbox.sending.leave')}
      />
    </Banner>
  );
}
