import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { JOB_STATES, operatorJobs } from '#contract/faxes/queue.admin.ts';
import type { ConsoleJob } from '#contract/faxes/queue.admin.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, FaxNumber, ListTools, Time } from './console-parts.tsx';
import { useConsoleList, useConsolePlace } from './console-query.ts';
import { Reason, useCodeWords } from './code-words.tsx';
import { JobActions, JobPill, useStateName } from './job-words.tsx';

/** The faxes in progress and their history, unfinished ones first. */
export function QueuePage() {
  const { t } = useTranslation();
  const jobs = useConsoleList(operatorJobs);
  const columns = useColumns();
  const nameOf = useStateName();
  return (
    <ConsoleList
      name={t('operator.place.queue')}
      columns={columns}
      empty={t('operator.job.none')}
      loaded={jobs}
      rowKey={(row) => row.id}
      rows={jobs.data?.rows}
      to={({ id }) => `queue/${id}`}
      total={jobs.data?.total ?? 0}
    >
      <ListTools
        search={t('operator.job.search')}
        states={{
          of: [
            { value: 'open', label: t('operator.job.open') },
            ...JOB_STATES.map((state) => ({ value: state, label: nameOf(state) })),
          ],
        }}
      />
      <Limits />
      {jobs.data?.among !== undefined && (
        <p className="oc-limits">
          <span>{t('operator.job.among', { faxes: jobs.data.among })}</span>
        </p>
      )}
    </ConsoleList>
  );
}

/** Shows the filter if a chart has led here, and a button that removes it. */
function Limits() {
  const { t } = useTranslation();
  const { search, go } = useConsolePlace();
  const words = useCodeWords();
  const { since, until, reason } = search;
  if (!since && !until && !reason) return null;
  const parts = [
    ...(since ? [t('operator.job.since', { time: formatDateTime(since) })] : []),
    ...(until ? [t('operator.job.until', { time: formatDateTime(until) })] : []),
    ...(reason ? [words.reason(reason)] : []),
  ];
  return (
    <p className="oc-limits">
      <span>{parts.join(' · ')}</span>
      <Button onClick={() => go({ since: '', until: '', reason: '' })} size="sm">
        {t('operator.job.showAll')}
      </Button>
    </p>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleJob>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'id',
        head: t('operator.job.number'),
        width: '76px',
        cell: ({ id }) => (
          <ConsoleLink to={`queue/${id}`}>
            <span className="num">{id}</span>
          </ConsoleLink>
        ),
      },
      { key: 'to', head: t('operator.job.to'), cell: ({ to }) => <FaxNumber of={to} /> },
      {
        key: 'from',
        head: t('operator.job.from'),
        wide: true,
        cell: ({ uid, from }) => (
          <ConsoleLink to={`accounts/${uid}`}>
            <FaxNumber of={from} />
          </ConsoleLink>
        ),
      },
      {
        key: 'state',
        head: t('operator.state'),
        cell: (job) => <JobPill {...job} />,
      },
      {
        key: 'dials',
        head: t('operator.job.attempts'),
        wide: true,
        align: 'end',
        cell: ({ dials }) => <span className="num">{dials}</span>,
      },
      { key: 'reason', head: t('operator.reason'), wide: true, cell: ({ reason }) => <Reason of={reason} /> },
      { key: 'line', head: t('operator.job.line'), wide: true, cell: ({ line }) => line ?? '–' },
      {
        key: 'at',
        head: t('operator.when'),
        wide: true,
        cell: ({ nextAt, finishedAt }) => <Time of={finishedAt ?? nextAt} />,
      },
      // Phones have no room for them beside the rest: they are on the page of the fax.
      { ...actionsColumn(t, (job: ConsoleJob) => <JobActions job={job} />), wide: true },
    ],
    [t],
  );
}
