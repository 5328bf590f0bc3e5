import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ellipsis, RotateCw } from 'lucide-react';
import { EVENT_DAYS } from '#contract/v1/events.ts';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';
import { formatDate, formatDateTime, formatTime } from '#web/kit/format-date.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { HealthStrip } from './health-strip.tsx';
import type { Webhooks } from './use-webhooks.ts';

/** After how many days of failures an endpoint is turned off. */
const PATIENCE_DAYS = 5;
const DAY_MS = 86_400_000;
/** From how many waiting events on they are mentioned; fewer wait briefly all the time. */
const MANY = 10;

/** The actions of a row. */
export interface RowActs {
  open: (row: WebhookRow) => void;
  edit: (row: WebhookRow) => void;
  rotate: (row: WebhookRow) => void;
  recover: (row: WebhookRow) => void;
}

/** An endpoint: its URL, its events, its results of the last 24 hours, and its problems. */
export function EndpointRow(props: { row: WebhookRow; list: Webhooks; acts: RowActs }) {
  const { row, list, acts } = props;
  const { t, i18n } = useTranslation();
  const { hours, medianMs } = row.health;
  const ok = hours.reduce((sum, hour) => sum + hour.ok, 0);
  const all = hours.reduce((sum, hour) => sum + hour.ok + hour.failed, 0);
  const share = all === 0 ? '–' : `${Math.floor((100 * ok) / all)}%`;
  return (
    <li className="wh-row">
      <div className="wh-main">
        <button className="wh-url" onClick={() => acts.open(row)} type="button">
          {row.url}
        </button>
        <p className="wh-what">
          {row.description !== '' && <span>{row.description}</span>}
          {row.events.map((type) => (
            <code className="wh-type" key={type}>
              {type}
            </code>
          ))}
          {row.events.length === 0 && <span>{t('webhooks.allEvents')}</span>}
        </p>
      </div>
      <HealthStrip hours={hours} />
      <dl className="wh-numbers">
        <Fact name={t('webhooks.posts')}>{formatNumber(all, i18n.language)}</Fact>
        <Fact name={t('webhooks.delivered')}>{share}</Fact>
        <Fact name={t('webhooks.median')}>
          {medianMs === null ? '–' : t('webhooks.ms', { ms: medianMs })}
        </Fact>
      </dl>
      <div className="wh-state">
        <StatePill state={row.state} />
        <Menu
          chevron={false}
          entries={[
            { id: 'open', label: t('webhooks.openLog'), onAction: () => acts.open(row) },
            { id: 'edit', label: t('webhooks.edit'), onAction: () => acts.edit(row) },
            ...(row.state === 'off'
              ? isStopped(row)
                ? []
                : [{ id: 'on', label: t('webhooks.turnOn'), onAction: () => void list.turn(row, true) }]
              : [
                  { id: 'test', label: t('webhooks.test'), onAction: () => void list.test(row) },
                  { id: 'off', label: t('webhooks.turnOff'), onAction: () => void list.turn(row, false) },
                ]),
            { id: 'rotate', label: t('webhooks.rotate'), onAction: () => acts.rotate(row) },
            ...(isStopped(row)
              ? []
              : [
                  {
                    id: 'delete',
                    label: t('webhooks.delete'),
                    danger: true,
                    onAction: () => void list.remove(row),
                  },
                ]),
          ]}
          label={t('webhooks.more', { url: row.url })}
          look="quiet"
          placement="bottom end"
          trigger={<Icon as={Ellipsis} />}
        />
      </div>
      <Trouble acts={acts} list={list} row={row} />
    </li>
  );
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** The state of an endpoint as a pill. */
export function StatePill(props: { state: WebhookRow['state'] }) {
  const { t } = useTranslation();
  const tone = { on: 'ok', failing: 'warn', off: 'neutral' } as const;
  return <Pill tone={tone[props.state]}>{t(`webhooks.state.${props.state}`)}</Pill>;
}

/** The reason why an endpoint fails or is off, and the remedy; otherwise the remainder of a recovery. */
export function Trouble(props: {
  row: WebhookRow;
  list: Webhooks;
  acts: Pick<RowActs, 'recover'> & Partial<Pick<RowActs, 'open'>>;
}) {
  const { row, list, acts } = props;
  const { t } = useTranslation();
  const { lastStatus, lastFault, waiting, nextTry } = row.health;
  if (row.state === 'failing') {
    const since = row.failingSince ?? '';
    const fault = faultOf(lastFault);
    const off = new Date(new Date(since).getTime() + PATIENCE_DAYS * DAY_MS);
    return (
      <Banner
        action={
          <span className="wh-acts">
            {acts.open !== undefined && (
              <Button onClick={() => acts.open?.(row)} size="sm">
                {t('webhooks.openLog')}
              </Button>
            )}
            <Button icon={RotateCw} onClick={() => void list.retry(row)} size="sm">
              {t('webhooks.retry')}
            </Button>
          </span>
        }
        tone="warn"
      >
        {lastStatus === null
          ? t('webhooks.silentSince', {
              fault: t(`webhooks.fault.${fault}`),
              since: formatDateTime(since),
            })
          : t('webhooks.answersSince', { status: lastStatus, since: formatDateTime(since) })}{' '}
        {nextTry !== null && t('webhooks.waiting', { n: waiting, at: formatTime(nextTry) })}{' '}
        {t('webhooks.offAt', { day: formatDate(off) })}
      </Banner>
    );
  }
  if (row.state === 'on')
    return waiting < MANY ? null : <Banner tone="info">{t('webhooks.left', { n: waiting })}</Banner>;
  const why = offOf(row.offReason);
  return (
    <p className="wh-off">
      <span>{t(`webhooks.off.${why}`, { days: EVENT_DAYS })}</span>
      {!isStopped(row) && (
        <Button onClick={() => acts.recover(row)} size="sm">
          {t('webhooks.turnOnAndRecover')}
        </Button>
      )}
    </p>
  );
}

/** Returns whether the operator turned it off: only they can turn it on, and it cannot be deleted until then. */
const isStopped = ({ offReason }: WebhookRow): boolean => offReason === 'operator';

function offOf(reason: string | null): 'gone' | 'failing' | 'operator' | 'owner' {
  return reason === 'gone' || reason === 'failing' || reason === 'operator' ? reason : 'owner';
}

/** Maps a fault to the key of its text. */
export function faultOf(fault: string): 'HOST_NOT_ALLOWED' | 'HOST_UNKNOWN' | 'TIMEOUT' | 'UNREACHABLE' {
  return fault === 'HOST_NOT_ALLOWED' || fault === 'HOST_UNKNOWN' || fault === 'TIMEOUT'
    ? fault
    : 'UNREACHABLE';
}
