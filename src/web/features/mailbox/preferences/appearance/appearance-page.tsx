import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, THEMES, useTheme } from '#web/kit/theme.ts';
import { RadioList } from '#web/ui/radio-list.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';

/** The theme of this browser; it changes at once. */
export function AppearancePage() {
  const { t } = useTranslation();
  const theme = useTheme();
  const [chose, setChose] = useState(false);
  const choose = (value: string) => {
    chooseTheme(THEMES.find((known) => known === value) ?? 'system');
    setChose(true);
  };
  return (
    <PreferenceFrame
      lead={t('appearance.lead')}
      saved={chose ? 'saved' : 'none'}
      title={t('shell.theme.title')}
    >
      <div className="prefs-card prefs-themes">
        <RadioList
          label={t('appearance.theme')}
          onChange={choose}
          options={THEMES.map((value) => ({
            value,
            label: t(`shell.theme.${value}`),
            hint: t(`appearance.hint.${value}`),
          }))}
          value={theme}
        />
      </div>
    </PreferenceFrame>
  );
}
