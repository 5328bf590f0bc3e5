import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { ApiKeysSection, KeyActions } from '#web/features/identity/api-keys/api-keys-section.tsx';
import type { OpenedKey } from '#web/features/identity/api-keys/api-keys-section.tsx';
import { useApiKeys } from '#web/features/identity/api-keys/use-api-keys.ts';
import { usePageTitle } from '#web/kit/page-title.ts';

/** The API keys of an administrator. */
export function MultifaxApiKeysScreen() {
  const { t } = useTranslation();
  const list = useApiKeys();
  const [opened, setOpened] = useState<OpenedKey>(null);
  usePageTitle(t('apiKeys.title'));
  return (
    <MultifaxFrame
      actions={<KeyActions list={list} onCreate={() => setOpened({ kind: 'form', row: null })} />}
      data={list}
      lead={t('apiKeys.leadMultifax')}
      title={t('apiKeys.title')}
    >
      <ApiKeysSection list={list} opened={opened} setOpened={setOpened} several />
    </MultifaxFrame>
  );
}
