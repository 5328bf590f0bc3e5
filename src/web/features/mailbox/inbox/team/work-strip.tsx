import './work.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MessageSquare } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { mayLeave } from '#web/kit/use-unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notes } from './notes.tsx';
import { useTeam, workOptions } from '#web/shared/mailbox/team/team-queries.ts';
import { Readers } from './readers.tsx';
import { WorkProps } from './work-props.tsx';

export interface WorkStripProps {
  row: FaxRow;
  /** Whether the panel is open beside the pages, if the window is wide enough. */
  panel: boolean;
}

/** The same in one line above the pages, if the panel has no room or is closed; notes open over the page. */
export function WorkStrip({ row, panel }: WorkStripProps) {
  const { t } = useTranslation();
  const team = useTeam();
  const { data } = useQuery(workOptions(row.fax_id));
  const [open, setOpen] = useState(false);
  const close = async () => {
    if (await mayLeave(t)) setOpen(false);
  };
  if (team === undefined || data === undefined)
    return <div className="work-strip no-print" data-panel={panel || undefined} />;
  return (
    <div className="work-strip no-print" data-panel={panel || undefined}>
      <WorkProps row={row} team={team} work={data.work} />
      <Readers fid={row.fax_id} />
      <Button icon={MessageSquare} onClick={() => setOpen(true)} size="sm" variant="quiet">
        {t('team.notes')} {data.notes.length > 0 && <span className="num">{data.notes.length}</span>}
      </Button>
      {open && (
        <Modal closeLabel={t('app.close')} onClose={() => void close()} open title={t('team.notes')}>
          <div className="work-panel">
            <Notes fid={row.fax_id} notes={data.notes} team={team} titled />
          </div>
        </Modal>
      )}
    </div>
  );
}
