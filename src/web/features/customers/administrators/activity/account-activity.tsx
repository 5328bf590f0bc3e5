import '#web/ui/card.css';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { FaxActivity } from '#web/shared/faxes/fax-activity.tsx';
import { MultifaxFrame } from '../multifax-frame.tsx';
import type { WayBack } from '../multifax-frame.tsx';

/** Who accessed the faxes of one of the administrator's accounts. */
export function AccountActivity(props: { uid: string; number: string; back: WayBack }) {
  const { uid, number, back } = props;
  const { t } = useTranslation();
  const title = t('activity.of', { account: formatFaxNumber(number) ?? number });
  return (
    <MultifaxFrame back={back} lead={t('activity.lead')} title={title}>
      <div className="card acts-card">
        <FaxActivity of={{ uid }} />
      </div>
    </MultifaxFrame>
  );
}
