import '#web/ui/data-table.css';
import './outgoing-table.css';
import { useTranslation } from 'react-i18next';
import { CircleCheck } from 'lucide-react';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Outgoing } from './outgoing.ts';
import { OutgoingRow } from './outgoing-row.tsx';
import { ShowSelect } from './show-select.tsx';
import { useShownRows } from './use-shown-rows.ts';

/** The faxes in progress and those that did not arrive. */
export function OutgoingTable(props: {
  items: readonly Outgoing[];
  onResend: (item: Outgoing) => void;
  onMarkSent: (fid: string) => void;
}) {
  const { t } = useTranslation();
  const shown = useShownRows(props.items);
  const title = t('dashboard.outgoing');
  return (
    <Card action={<ShowSelect choice={shown.choice} table={title} />} className="dash-outgoing" title={title}>
      {shown.rows.length === 0 ? (
        <EmptyState icon={CircleCheck} text={t('dashboard.nothingText')} title={t('dashboard.nothing')} />
      ) : (
        <table aria-label={title} className="t out">
          <thead className="sr">
            <tr>
              <th scope="col">{t('dashboard.to')}</th>
              <th scope="col">{t('dashboard.status')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.rows.map((item) => (
              <OutgoingRow
                item={item}
                key={item.key}
                onMarkSent={props.onMarkSent}
                onResend={props.onResend}
              />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
