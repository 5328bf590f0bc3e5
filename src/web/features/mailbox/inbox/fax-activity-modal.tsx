import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '#web/ui/later.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { createStore, useStore } from '#web/ui/store.ts';

// Its calendars are a tenth of all scripts that the inbox needs.
const FaxActivity = later(async () => (await import('#web/shared/faxes/fax-activity.tsx')).FaxActivity);

/** The fax whose activity is shown. */
const shown = createStore<string | null>(null, 'session');

/** Shows who got at a fax, over the page. */
export function showFaxActivity(fid: string): void {
  shown.set(fid);
}

/** The activity of the opened fax, once it was asked for. */
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

/** Tells the server that the opened fax is printed, by our button or by the browser’s own command. */
export function useNotePrints(fid: string): void {
  useEffect(() => {
    // It is there before anybody prints, and nobody waits for it.
    const loaded = import('./note-print.ts');
    // Nobody is kept from printing by a lost connection: that the pages were opened is on record already.
    const note = () => void loaded.then(async ({ notePrint }) => await notePrint(fid)).catch(() => undefined);
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, [fid]);
}
