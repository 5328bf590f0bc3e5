import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '#web/ui/later.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { createStore, useStore } from '#web/ui/store.ts';

// Its calendars make up a tenth of all scripts of the inbox.
const FaxActivity = later(async () => (await import('#web/shared/faxes/fax-activity.tsx')).FaxActivity);

/** The fax whose activity is shown. */
const shown = createStore<string | null>(null, 'session');

/** Opens the activity of a fax over the page. */
export function showFaxActivity(fid: string): void {
  shown.set(fid);
}

/** The activity of the open fax, once requested. */
export function FaxActivityModal(props: { fid: string }) {
  const { fid } = props;
  const { t } = useTranslation();
  const open = useStore(shown) === fid;
  useEffect(() => () => shown.set(null), []);
  if (!open) return null;
  return (
    <Modal
      closeLabel={t('app.close')}
      onClose={() => shown.set(null)}
      open
      size="xl"
      title={t('activity.ofFax')}
    >
      <FaxActivity of={{ fid }} />
    </Modal>
  );
}

/** Reports to the server that the open fax is printed, by our button or by the browser's own command. */
export function useNotePrints(fid: string): void {
  useEffect(() => {
    // Loaded before anybody prints, so that nobody waits for it.
    const loaded = import('./note-print.ts');
    // A lost connection must not prevent printing: the opening of the pages is already on record.
    const note = () => void loaded.then(async ({ notePrint }) => await notePrint(fid)).catch(() => undefined);
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, [fid]);
}
