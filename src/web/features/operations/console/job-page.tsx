import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import { operatorJob } from '#contract/faxes/queue.admin.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Coded, Reason, Verbatim, useCodeWords } from './code-words.tsx';
import { ConsoleTable } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, ConsolePage, Facts, FaxNumber, Time } from './console-parts.tsx';
import { isUnknown, useConsole } from './console-query.ts';
import { JobActions, JobPill } from './job-words.tsx';

type Call = ReplyOf<typeof operatorJob>['calls'][number];

/** One fax on its way with every call that was placed for it. */
export function JobPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const found = useConsole(operatorJob, { id });
  const columns = useColumns();
  const words = useCodeWords();
  const job = found.data?.job;
  const title = t('operator.job.title', { id });
  return (
    <ConsolePage
      actions={job !== undefined && <JobActions job={job} />}
      name={title}
      title={
        <>
          {title} {job !== undefined && <JobPill held={job.held} state={job.state} />}
        </>
      }
    >
      {job !== undefined && (
        <Card className="oc-narrow" title={t('operator.job.facts')}>
          <Facts
            of={[
              [
                t('operator.job.from'),
                <ConsoleLink key="from" to={`accounts/${job.uid}`}>
                  <FaxNumber of={job.from} />
                </ConsoleLink>,
              ],
              [t('operator.job.to'), <FaxNumber key="to" of={job.to} />],
              [t('operator.job.pages'), `${job.confirmedPages}/${job.pages}`],
              [t('operator.reason'), <Because key="reason" of={job.reason} />],
              [
                t('operator.job.origin'),
                <Coded code={job.origin} key="origin">
                  {words.origin(job.origin)}
                </Coded>,
              ],
              [t('operator.job.line'), job.line ?? '–'],
              [t('operator.job.worker'), job.worker ?? '–'],
              [t('operator.job.created'), <Time key="created" of={job.createdAt} />],
              job.finishedAt === null
                ? [t('operator.job.nextTry'), <Time key="next" of={job.nextAt} />]
                : [t('operator.job.finished'), <Time key="finished" of={job.finishedAt} />],
            ]}
          />
        </Card>
      )}
      {isUnknown(found.error) ? (
        <EmptyState title={t('operator.job.unknown')} />
      ) : (
        <ConsoleTable
          columns={columns}
          empty={t('operator.job.noCalls')}
          label={t('operator.job.calls')}
          loaded={found}
          rowKey={(call) => String(call.n)}
          rows={found.data?.calls}
        />
      )}
    </ConsolePage>
  );
}

/** The word of the log, and what it means for whoever reads it at night. */
function Because({ of }: { of: string | null }) {
  const { t } = useTranslation();
  const sentence = of && t([`operator.job.because.${of}`, `reasons.${of}`] as never, { defaultValue: '' });
  return (
    <>
      <Reason of={of} />
      {sentence && <div className="meta">{sentence}</div>}
    </>
  );
}

function useColumns(): readonly ConsoleColumn<Call>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: 'n', head: t('operator.job.call'), cell: ({ n }) => <span className="num">{n}</span> },
      { key: 'at', head: t('operator.when'), cell: ({ startedAt }) => <Time of={startedAt} /> },
      { key: 'line', head: t('operator.job.line'), wide: true, cell: ({ line }) => line ?? '–' },
      { key: 'result', head: t('operator.job.result'), cell: ({ result }) => <Reason of={result} /> },
      {
        key: 'pages',
        head: t('operator.job.pages'),
        align: 'end',
        cell: ({ pages }) => <span className="num">{pages}</span>,
      },
      {
        key: 'seconds',
        head: t('operator.job.seconds'),
        wide: true,
        align: 'end',
        cell: ({ seconds }) => <span className="num">{seconds ?? '–'}</span>,
      },
      { key: 'far', head: t('operator.job.far'), wide: true, cell: ({ stationId }) => stationId || '–' },
      {
        key: 'detail',
        head: t('operator.detail'),
        wide: true,
        cell: ({ detail }) => <Verbatim of={detail} />,
      },
      {
        key: 'ref',
        head: t('operator.job.ref'),
        wide: true,
        cell: ({ callRef }) => <Verbatim of={callRef} />,
      },
    ],
    [t],
  );
}
