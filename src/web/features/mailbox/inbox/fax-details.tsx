import './fax-details.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { History } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { PartyFaxes } from '#web/shared/mailbox/party-faxes.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CallHistory } from './call-history.tsx';
import { progressOptions } from './fax-queries.ts';
import { activityShown } from './reader-state.ts';
import { RulesOfFax } from './rules-of-fax.tsx';
import { WorkPanel } from './team/work-panel.tsx';

/**
 * The panel beside the pages of an open fax: the work of the team and the rules, other faxes with the same number, the
 * calls of a sent fax, and who opened it.
 */
export function FaxDetails(props: { row: FaxRow; team: boolean }) {
  const { row, team } = props;
  const { t } = useTranslation();
  return (
    <aside aria-label={t('inbox.details')} className="fax-details no-print">
      {team && <WorkPanel key={`work ${row.fax_id}`} row={row} />}
      {row.is_inbox === 1 && <RulesOfFax fid={row.fax_id} key={`rules ${row.fax_id}`} />}
      {row.fax_from !== '' && <PartyFaxes current={row.fax_id} key={row.fax_from} number={row.fax_from} />}
      {row.is_inbox !== 1 && <Calls fid={row.fax_id} />}
      <Button icon={History} onClick={() => activityShown.set(row.fax_id)} size="sm" variant="quiet">
        {t('activity.ofFax')}
      </Button>
    </aside>
  );
}

/** The calls of a sent fax; faxes that were not sent from here, such as imported ones, have none. */
function Calls(props: { fid: string }) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useQuery(progressOptions(props.fid));
  const [item] = data ?? [];
  if (isError) return <LoadFailed onRetry={() => void refetch()} text={t('inbox.loadError')} />;
  if (isPending) return <Skeleton height="60px" />;
  return item === undefined ? null : <CallHistory item={item} />;
}
