import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { ShortcutList } from '#web/features/mailbox/preferences/shortcuts/shortcut-list.tsx';
import {
  SingleKeysSwitch,
  useSingleKeys,
} from '#web/features/mailbox/preferences/shortcuts/single-keys-switch.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';

/**
 * A dialog with all shortcuts, and the switch for single-key shortcuts. `onClose` returns the focus, then runs the
 * callback that it is given.
 */
export function ShortcutsSheet(props: { onClose: (then?: () => void) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const choice = useSingleKeys();
  const close = () => props.onClose();
  const toPreferences = () => props.onClose(() => void navigate({ to: '/preferences/keyboard-shortcuts' }));
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <span className="grow">
            <Button onClick={toPreferences} variant="link">
              {t('shortcuts.all')}
            </Button>
          </span>
          <Button onClick={close}>{t('shortcuts.tour.done')}</Button>
        </>
      }
      onClose={close}
      open
      size="sheet"
      title={t('shortcuts.title')}
    >
      <SingleKeysSwitch choice={choice} />
      <ShortcutList wide />
    </Modal>
  );
}
