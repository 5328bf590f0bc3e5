import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Tries } from '#web/shared/faxes/send-words.tsx';
import { Reason, Verbatim } from './code-words.tsx';
import { ConsoleTable } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, Time } from './console-parts.tsx';
import type { OpenedJob } from './job-words.tsx';

type Call = OpenedJob['calls'][number];

/** Every call for a fax, newest first, with the line's report. */
export function JobCalls({ of: { job, calls } }: { of: OpenedJob }) {
  const { t } = useTranslation();
  const columns = useMemo(() => columnsFor(t, job.pages), [t, job.pages]);
  const rows = useMemo(() => calls.toReversed(), [calls]);
  return (
    <section className="oc-part">
      <div className="oc-title">
        <h2 className="strong">{t('operator.job.attempts')}</h2>
        <span className="grow" />
        <Tries dials={job.dials} sending={job.state === 'SENDING'} />
      </div>
      <ConsoleTable
        columns={columns}
        empty={t('operator.job.noCalls')}
        label={t('operator.job.attempts')}
        loaded={LOADED}
        rowKey={(call) => String(call.n)}
        rows={rows}
        titled
        to={({ recordId }) => recordId && `calls/${recordId}`}
      />
    </section>
  );
}

/** The calls are loaded together with the fax. */
const LOADED = { isPending: false, isError: false, refetch: () => undefined };

function columnsFor(t: TFunction, pages: number): readonly ConsoleColumn<Call>[] {
  return [
    {
      key: 'n',
      head: t('operator.job.call'),
      cell: ({ n, recordId }) =>
        recordId === null ? (
          <span className="num">{n}</span>
        ) : (
          <ConsoleLink label={t('operator.call.open', { n })} to={`calls/${recordId}`}>
            {n}
          </ConsoleLink>
        ),
    },
    { key: 'at', head: t('operator.job.dialed'), cell: ({ startedAt }) => <Time of={startedAt} /> },
    {
      key: 'line',
      head: t('operator.job.line'),
      wide: true,
      cell: ({ line }) => (line === null ? '–' : <ConsoleLink to={`lines/${line}`}>{line}</ConsoleLink>),
    },
    {
      key: 'result',
      head: t('operator.job.result'),
      cell: ({ result, detail }) => (
        <>
          <span className="strong">
            <Reason of={result} />
          </span>
          {detail !== '' && (
            <div>
              <Verbatim of={detail} />
            </div>
          )}
        </>
      ),
    },
    {
      key: 'far',
      head: t('operator.job.far'),
      wide: true,
      cell: ({ stationId, callRef }) => (
        <>
          <bdi>{stationId || '–'}</bdi>
          {callRef !== '' && (
            <div title={t('operator.job.ref')}>
              <Verbatim of={callRef} />
            </div>
          )}
        </>
      ),
    },
    {
      key: 'pages',
      head: t('operator.job.pages'),
      align: 'end',
      cell: ({ pages: sent }) => <span className="num">{t('operator.job.pagesOf', { sent, pages })}</span>,
    },
    {
      key: 'seconds',
      head: t('operator.job.duration'),
      wide: true,
      align: 'end',
      cell: ({ seconds }) => (
        <span className="num">{seconds === null ? '–' : t('operator.job.seconds', { seconds })}</span>
      ),
    },
  ];
}
