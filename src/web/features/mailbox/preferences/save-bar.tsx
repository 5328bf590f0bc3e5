import { useTranslation } from 'react-i18next';
import { keyCaps, useHotkeys } from '#web/kit/hotkeys.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyCaps } from '#web/ui/key-caps.tsx';

/** The Save button at the bottom of a page; Alt+Shift+Enter does the same (PGEN-05, spec decisions 6.2). */
export function SaveBar(props: { busy: boolean; disabled?: boolean; onSave: () => void }) {
  const { busy, disabled = false, onSave } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  useHotkeys([
    {
      code: 'Enter',
      run: () => {
        if (!busy && !disabled) onSave();
      },
    },
  ]);
  return (
    <div className="prefs-save">
      <Button
        block={narrow}
        busy={busy}
        busyLabel={t('preferences.saving')}
        disabled={disabled}
        onClick={onSave}
        variant="primary"
      >
        {t('preferences.save')}
      </Button>
      {!narrow && <KeyCaps caps={keyCaps('Enter')} />}
    </div>
  );
}
