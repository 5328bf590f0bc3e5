import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorJobs } from '#contract/faxes/queue.admin.ts';
import type { ConsoleJob } from '#contract/faxes/queue.admin.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Reason } from './code-words.tsx';
import { ConsoleTable } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, Time } from './console-parts.tsx';
import { useConsole } from './console-query.ts';
import { JobPill } from './job-words.tsx';

/** How many are shown; the rest are in the complete list. */
const SHOWN = 5;

/** Other faxes to a number, which show whether the problem is the fax or the number. */
export function JobOthers({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation();
  const query = { search: to, state: '', 'current-page': 1, 'per-page': SHOWN + 1 } as const;
  const found = useConsole(operatorJobs, query);
  const columns = useColumns();
  const others = found.data?.rows.filter((job) => job.id !== id && job.to === to).slice(0, SHOWN);
  const number = formatFaxNumber(to) ?? to;
  const title = t('operator.job.others', { number });
  return (
    <section className="oc-part">
      <div className="oc-title">
        <h2 className="strong">{title}</h2>
        <span className="grow" />
        {(found.data?.total ?? 0) > SHOWN && (
          <ConsoleLink search={{ search: to }} to="queue">
            {t('operator.job.showAll')}
          </ConsoleLink>
        )}
      </div>
      <ConsoleTable
        columns={columns}
        empty={t('operator.job.noOthers')}
        label={title}
        loaded={found}
        rowKey={(job) => job.id}
        rows={others}
        titled
        to={(job) => `queue/${job.id}`}
      />
    </section>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleJob>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'id',
        head: t('operator.job.number'),
        cell: ({ id }) => (
          <ConsoleLink to={`queue/${id}`}>
            <span className="num">{id}</span>
          </ConsoleLink>
        ),
      },
      {
        key: 'at',
        head: t('operator.when'),
        cell: ({ createdAt, finishedAt }) => <Time of={finishedAt ?? createdAt} />,
      },
      { key: 'state', head: t('operator.state'), cell: (job) => <JobPill {...job} /> },
      { key: 'reason', head: t('operator.reason'), wide: true, cell: ({ reason }) => <Reason of={reason} /> },
    ],
    [t],
  );
}
