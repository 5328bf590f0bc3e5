import { useTranslation } from 'react-i18next';
import { FaxActivity } from '#web/shared/faxes/fax-activity.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { activityShown } from './reader-state.ts';

/** The activity of a fax, over the page. Its calendars make up a tenth of all scripts of the inbox. */
export function FaxActivityModal(props: { fid: string }) {
  const { t } = useTranslation();
  return (
    <Modal
      closeLabel={t('app.close')}
      onClose={() => activityShown.set(null)}
      open
      size="xl"
      title={t('activity.ofFax')}
    >
      <FaxActivity of={{ fid: props.fid }} />
    </Modal>
  );
}
