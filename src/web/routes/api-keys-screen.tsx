import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { ApiKeysSection, KeyActions } from '#web/features/identity/api-keys/api-keys-section.tsx';
import type { OpenedKey } from '#web/features/identity/api-keys/api-keys-section.tsx';
import { useApiKeys } from '#web/features/identity/api-keys/use-api-keys.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { PreferenceFrame } from '#web/features/mailbox/preferences/preference-frame.tsx';

/** Preferences | API keys. */
export function ApiKeysScreen() {
  const { t } = useTranslation();
  const list = useApiKeys();
  const number = formatFaxNumber(useMainData()?.faxNumber ?? '') ?? '';
  const [opened, setOpened] = useState<OpenedKey>(null);
  return (
    <PreferenceFrame
      action={<KeyActions list={list} onCreate={() => setOpened({ kind: 'form', row: null })} />}
      data={list}
      lead={t('apiKeys.lead', { number })}
      title={t('apiKeys.title')}
    >
      <ApiKeysSection list={list} opened={opened} setOpened={setOpened} several={false} />
    </PreferenceFrame>
  );
}
