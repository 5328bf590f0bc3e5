import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { useWebhooks } from '#web/features/gateways/webhooks/use-webhooks.ts';
import { AddButton, WebhooksSection } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import type { Opened } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';

/** The webhooks of an administrator. */
export function MultifaxWebhooksScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useWebhooks();
  const [opened, setOpened] = useState<Opened>(null);
  usePageTitle(t('webhooks.title'));
  return (
    <MultifaxFrame
      actions={<AddButton list={list} onAdd={() => setOpened({ kind: 'form', row: null })} />}
      data={list}
      lead={t('webhooks.leadMultifax')}
      title={t('webhooks.title')}
    >
      <WebhooksSection
        list={list}
        onOpen={(id) => void navigate({ to: '/multifax/webhooks/$id', params: { id } })}
        opened={opened}
        setOpened={setOpened}
      />
    </MultifaxFrame>
  );
}
