import { useTranslation } from 'react-i18next';
import { KEPT_FOLDERS } from '#contract/mailbox/retention.ts';
import type { KeptFolder, Retention } from '#contract/mailbox/retention.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Select } from '#web/ui/select.tsx';
import { SettingRow } from '../setting-row.tsx';
import { periodOf } from '#web/kit/period.ts';
import { FOLDER_NAMES } from './use-retention.ts';
import type { KeptFaxes } from './use-retention.ts';

/** How long faxes stay in their folders. */
export function RetentionCard(props: { kept: KeptFaxes }) {
  const { setting, failed } = props.kept;
  const { t, i18n } = useTranslation();
  if (failed) return <Banner tone="warn">{t('security.retention.loadFailed')}</Banner>;
  if (!setting) return null;
  return (
    <section aria-labelledby="retention-title" className="secure-retention">
      <div>
        <h2 className="prefs-sec" id="retention-title">
          {t('security.retention.title')}
        </h2>
        <p className="meta">
          {t('security.retention.text', { days: periodOf(setting.restoreDays, i18n.language) })}
        </p>
      </div>
      <div className="prefs-card">
        {KEPT_FOLDERS.map((folder) => (
          <FolderRow folder={folder} kept={props.kept} key={folder} setting={setting} />
        ))}
      </div>
    </section>
  );
}

function FolderRow(props: { folder: KeptFolder; setting: Retention; kept: KeptFaxes }) {
  const { folder, setting, kept } = props;
  const { t, i18n } = useTranslation();
  const { choices, most } = setting;
  const days = setting[folder];
  const longest =
    most === null
      ? t('security.retention.forever')
      : t('security.retention.longest', { period: periodOf(most, i18n.language) });
  return (
    <SettingRow
      error={kept.refused?.name === folder ? kept.refused.text : undefined}
      id={`keep-${folder}`}
      title={t(FOLDER_NAMES[folder])}
    >
      {(control) => (
        <Select
          {...control}
          label={t(FOLDER_NAMES[folder])}
          labelHidden
          onChange={({ target }) =>
            void kept.choose(folder, choices.find((one) => String(one) === target.value) ?? null)
          }
          options={[
            { value: '', label: longest },
            ...choices.map((one) => ({ value: String(one), label: periodOf(one, i18n.language) })),
          ]}
          value={days === null ? '' : String(days)}
        />
      )}
    </SettingRow>
  );
}
