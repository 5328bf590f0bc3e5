import './shortcuts.css';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { keyCaps, SHORTCUT_LIST } from '#web/kit/hotkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyCaps } from '../key-caps.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { KeyboardTour } from './keyboard-tour.tsx';

/** All shortcuts, from the table that also makes them work, and a tour of them (SHORT-01). */
export function ShortcutsPage() {
  const { t } = useTranslation();
  const [touring, setTouring] = useState(false);
  return (
    <PreferenceFrame
      action={
        <Button onClick={() => setTouring(true)} variant="link">
          {t('shortcuts.learnMore')}
        </Button>
      }
      lead={<Trans components={{ kbd: <kbd /> }} i18nKey="shortcuts.lead" />}
      title={t('shortcuts.title')}
    >
      <div className="keys-list">
        {SHORTCUT_LIST.map(({ group, entries }) => (
          <section aria-labelledby={group} key={group}>
            <h2 className="prefs-sec" id={group}>
              {t(group)}
            </h2>
            <dl>
              {entries.map((entry) => (
                <div key={entry.label}>
                  <dt>{t(entry.label)}</dt>
                  <dd>
                    <KeyCaps caps={'cap' in entry ? [entry.cap] : keyCaps(entry.code)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <KeyboardTour onClose={() => setTouring(false)} open={touring} />
    </PreferenceFrame>
  );
}
