import './calls.css';
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ConsoleLineCall, operatorLineCalls } from '#contract/faxes/line-calls.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { Icon } from '#web/ui/icon.tsx';
import { CallPill, durationOf, nowOf } from './call-words.tsx';
import { ConsoleTable } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, FaxNumber, Figures, Time } from './console-parts.tsx';

export type LineCalls = ReplyOf<typeof operatorLineCalls>;

/** With more channels than this, only their number is shown. */
const DRAWN_CHANNELS = 60;

/** The current and today's figures of a line. */
export function LineFigures({ of, channels }: { of: LineCalls; channels: number }) {
  const { t, i18n } = useTranslation();
  const { live, today } = of;
  const carried = today.t38 + today.audio;
  return (
    <Figures
      of={[
        {
          name: t('operator.line.callsNow'),
          value: live.length,
          more: t('operator.line.ofChannels', { channels }),
        },
        {
          name: t('operator.line.answeredToday'),
          value: percent(today.answered, today.calls),
          more: t('operator.line.calls', { count: today.calls }),
        },
        { name: t('operator.line.pagesToday'), value: formatNumber(today.pages, i18n.language) },
        {
          name: t('operator.line.overT38'),
          value: percent(today.t38, carried),
          more: today.audio === 0 ? undefined : t('operator.line.restAudio'),
        },
      ]}
    />
  );
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(0)} %`;
}

/** The calls in progress, one per row, and how many more there could be. */
export function LiveCalls({ of, channels, loaded }: { of: LineCalls; channels: number; loaded: Loaded }) {
  const { t } = useTranslation();
  const columns = useMemo(() => liveColumns(t), [t]);
  const free = Math.max(0, channels - of.live.length);
  return (
    <section className="oc-part">
      <div className="oc-title">
        <h2 className="strong">{t('operator.line.channels')}</h2>
        <span className="grow" />
        <span className="oc-channels">
          {channels <= DRAWN_CHANNELS &&
            Array.from({ length: Math.max(channels, of.live.length) }, (_, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- channels have no names
              <i aria-hidden="true" key={at} {...wayOf(of.live[at])} />
            ))}
          <span>{t('operator.line.free', { count: free })}</span>
        </span>
      </div>
      <ConsoleTable
        columns={columns}
        empty={t('operator.line.allFree', { count: channels })}
        label={t('operator.line.channels')}
        loaded={loaded}
        rowKey={({ id }) => id}
        rows={of.live}
        titled
        to={({ id }) => `calls/${id}`}
      />
    </section>
  );
}

interface Loaded {
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/** The last calls that have ended. */
export function RecentCalls({ of, loaded }: { of: readonly ConsoleLineCall[]; loaded: Loaded }) {
  const { t } = useTranslation();
  const columns = useMemo(() => recentColumns(t), [t]);
  return (
    <section className="oc-part">
      <div className="oc-title">
        <h2 className="strong">{t('operator.line.recent')}</h2>
      </div>
      <ConsoleTable
        columns={columns}
        empty={t('operator.line.noRecent')}
        label={t('operator.line.recent')}
        loaded={loaded}
        rowKey={({ id }) => id}
        rows={of}
        titled
        to={({ id }) => `calls/${id}`}
      />
    </section>
  );
}

function wayOf(call: ConsoleLineCall | undefined) {
  return call && { 'data-way': call.direction === 'in' ? 'in' : 'out' };
}

function farColumn(t: TFunction): ConsoleColumn<ConsoleLineCall> {
  return {
    key: 'far',
    head: t('operator.line.far'),
    cell: (call) => (
      <span className="oc-named">
        <Icon as={call.direction === 'in' ? PhoneIncoming : PhoneOutgoing} size="s" />
        <ConsoleLink to={`calls/${call.id}`}>
          {call.far === '' ? t('operator.call.withheld') : <FaxNumber of={call.far} />}
        </ConsoleLink>
        <span className="sr">{t(`operator.call.way.${call.direction}`)}</span>
      </span>
    ),
  };
}

function ownColumn(t: TFunction): ConsoleColumn<ConsoleLineCall> {
  return {
    key: 'own',
    head: t('operator.line.account'),
    wide: true,
    cell: ({ own, uid, direction }) => {
      if (direction === 'test') return t('operator.line.testCallShort');
      return uid === null ? (
        <FaxNumber of={own} />
      ) : (
        <ConsoleLink to={`accounts/${uid}`}>
          <FaxNumber of={own} />
        </ConsoleLink>
      );
    },
  };
}

function mediaColumns(t: TFunction): ConsoleColumn<ConsoleLineCall>[] {
  return [
    {
      key: 'media',
      head: t('operator.line.media'),
      wide: true,
      cell: ({ media }) => (media === null ? '–' : t(`operator.call.mediaShort.${media}`)),
    },
    {
      key: 'seconds',
      head: t('operator.job.duration'),
      align: 'end',
      cell: ({ seconds }) => <span className="num">{durationOf(t, seconds)}</span>,
    },
  ];
}

function liveColumns(t: TFunction): readonly ConsoleColumn<ConsoleLineCall>[] {
  return [
    farColumn(t),
    ownColumn(t),
    { key: 'now', head: t('operator.line.now'), cell: (call) => nowOf(t, call) },
    ...mediaColumns(t),
  ];
}

function recentColumns(t: TFunction): readonly ConsoleColumn<ConsoleLineCall>[] {
  return [
    farColumn(t),
    ownColumn(t),
    { key: 'at', head: t('operator.when'), wide: true, cell: ({ startedAt }) => <Time of={startedAt} /> },
    { key: 'result', head: t('operator.job.result'), cell: (call) => <CallPill of={call} /> },
    {
      key: 'pages',
      head: t('operator.job.pages'),
      align: 'end',
      wide: true,
      cell: ({ confirmed }) => <span className="num">{confirmed}</span>,
    },
    ...mediaColumns(t),
  ];
}
