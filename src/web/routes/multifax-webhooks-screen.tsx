import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { useWebhooks } from '#web/features/gateways/webhooks/use-webhooks.ts';
import { AddButton, WebhooksSection } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import type { Opened } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** The webhooks of an administrator. */
export function MultifaxWebhooksScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useWebhooks();
  const [opened, setOpened] = useState<Opened>(null);
  usePageTitle(t('webhooks.title'));
  return (
    <MultifaxFrame
      actions={
        !list.loading &&
        !list.failed && <AddButton list={list} onAdd={() => setOpened({ kind: 'form', row: null })} />
      }
      lead={t('webhooks.leadMultifax')}
      title={t('webhooks.title')}
    >
      {list.loading && <Spinner label={t('preferences.loading')} size="l" />}
      {list.failed && <LoadFailed onRetry={list.reload} text={t('preferences.loadFailed')} />}
      {!list.loading && !list.failed && (
        <WebhooksSection
          list={list}
          onOpen={(id) => void navigate({ to: '/multifax/webhooks/$id', params: { id } })}
          opened={opened}
          setOpened={setOpened}
        />
      )}
    </MultifaxFrame>
  );
}
