import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { KeyboardTour } from './keyboard-tour.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { SingleKeysSwitch, useSingleKeys } from './single-keys-switch.tsx';

/** The switch for single-key shortcuts, all shortcuts, and a tour of them (SHORT-01). */
export function ShortcutsPage() {
  const { t } = useTranslation();
  const [touring, setTouring] = useState(false);
  const choice = useSingleKeys();
  return (
    <PreferenceFrame
      action={
        <Button onClick={() => setTouring(true)} variant="link">
          {t('shortcuts.learnMore')}
        </Button>
      }
      lead={t('shortcuts.lead')}
      saved={choice.mark}
      title={t('shortcuts.title')}
    >
      <SingleKeysSwitch choice={choice} />
      <ShortcutList />
      <KeyboardTour onClose={() => setTouring(false)} open={touring} />
    </PreferenceFrame>
  );
}
