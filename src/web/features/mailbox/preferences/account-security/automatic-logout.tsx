import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Select } from '#web/ui/select.tsx';
import { SettingRow } from '../setting-row.tsx';
import type { LogoutChoice } from './use-automatic-logout.ts';

/** Selects the idle time after which browsers are logged out. */
export function AutomaticLogout(props: { logout: LogoutChoice }) {
  const { setting, failed, refused, choose } = props.logout;
  const { t } = useTranslation();
  if (failed) return <Banner tone="warn">{t('security.logout.loadFailed')}</Banner>;
  if (!setting) return null;
  const { minutes: chosen, standard, choices } = setting;
  return (
    <div className="prefs-card secure-logout">
      <SettingRow
        error={refused}
        id="automatic-logout"
        text={t('security.logout.text')}
        title={t('security.logout.title')}
      >
        {(control) => (
          <Select
            {...control}
            label={t('security.logout.title')}
            labelHidden
            onChange={({ target }) => choose(choices.find((one) => String(one) === target.value) ?? null)}
            options={[
              { value: '', label: t('security.logout.standard', { count: standard }) },
              ...choices.map((one) => ({
                value: String(one),
                label: t('security.logout.minutes', { count: one }),
              })),
            ]}
            value={chosen === null ? '' : String(chosen)}
          />
        )}
      </SettingRow>
    </div>
  );
}
