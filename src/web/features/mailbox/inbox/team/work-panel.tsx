import './work.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Notes } from './notes.tsx';
import { useTeam, workOptions } from '#web/shared/mailbox/team/team-queries.ts';
import { Readers } from './readers.tsx';
import { WorkProps } from './work-props.tsx';

/** The work and the notes of an open received fax. */
export function WorkPanel({ row }: { row: FaxRow }) {
  const { t } = useTranslation();
  const team = useTeam();
  const { data, isError, refetch } = useQuery(workOptions(row.fax_id));
  if (isError && data === undefined)
    return <LoadFailed onRetry={() => void refetch()} text={t('team.loadFailed')} />;
  if (team === undefined || data === undefined)
    return (
      <div className="work-panel">
        <Skeleton height="128px" />
        <Skeleton height="60px" />
      </div>
    );
  return (
    <div className="work-panel">
      <Readers fid={row.fax_id} />
      <WorkProps row={row} team={team} work={data.work} />
      <Notes fid={row.fax_id} notes={data.notes} team={team} />
    </div>
  );
}
