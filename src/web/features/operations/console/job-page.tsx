import { useTranslation } from 'react-i18next';
import { operatorJob } from '#contract/faxes/queue.admin.ts';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Coded, useCodeWords } from './code-words.tsx';
import { ConsoleFailed, ConsoleLink, ConsolePage, FaxNumber, Figures, Time } from './console-parts.tsx';
import { LIVE_MS, useConsole, isUnknown } from './console-query.ts';
import { JobCalls } from './job-calls.tsx';
import { JobOthers } from './job-others.tsx';
import { JobSentence } from './job-sentence.tsx';
import { JobTimeline } from './job-timeline.tsx';
import { JobActions, JobPill } from './job-words.tsx';
import type { OpenedJob } from './job-words.tsx';
import { WhyLine } from './why-line.tsx';

/** A fax: its state in a sentence, every call for it, and the other faxes to its number. */
export function JobPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const found = useConsole(operatorJob, { id }, LIVE_MS);
  const job = found.data?.job;
  const title = t('operator.job.title', { id });
  return (
    <ConsolePage
      actions={job !== undefined && <JobActions job={job} />}
      back={{ to: 'queue', label: t('operator.place.queue') }}
      name={title}
      title={
        <span className="oc-named">
          {title}
          {job !== undefined && <CopyButton name={title} text={id} />}
          {job !== undefined && <JobPill {...job} />}
        </span>
      }
    >
      {isUnknown(found.error) && <EmptyState title={t('operator.job.unknown')} />}
      {found.isError && !isUnknown(found.error) && <ConsoleFailed retry={found.refetch} />}
      {found.isPending && <Skeleton height="180px" width="100%" />}
      {found.data !== undefined && (
        <>
          <JobSentence of={found.data.job} />
          <Key of={found.data.job} />
          <div className="oc-two">
            <div>
              <JobCalls of={found.data} />
              <JobOthers id={id} to={found.data.job.to} />
            </div>
            <div>
              <JobTimeline of={found.data} />
              <WhyLine of={found.data.calls.at(-1)?.why ?? []} />
              <Card title={t('operator.job.private')}>
                <p className="oc-note">{t('operator.job.privateText')}</p>
              </Card>
            </div>
          </div>
        </>
      )}
    </ConsolePage>
  );
}

/** The most important facts of a fax. */
function Key({ of }: { of: OpenedJob['job'] }) {
  const { t } = useTranslation();
  const words = useCodeWords();
  return (
    <Figures
      of={[
        {
          name: t('operator.job.from'),
          value: (
            <ConsoleLink to={`accounts/${of.uid}`}>
              <FaxNumber of={of.from} />
            </ConsoleLink>
          ),
          more: t('operator.account.unnumbered', { uid: of.uid }),
        },
        { name: t('operator.job.to'), value: <FaxNumber of={of.to} /> },
        {
          name: t('operator.job.created'),
          value: <Time of={of.createdAt} />,
          more: <Coded code={of.origin}>{words.origin(of.origin)}</Coded>,
        },
        { name: t('operator.job.pages'), value: of.pages },
        { name: t('operator.job.tries'), value: t('operator.job.triesOf', { n: of.dials, max: MAX_DIALS }) },
      ]}
      small
    />
  );
}
