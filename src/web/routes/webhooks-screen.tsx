import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { useWebhooks } from '#web/features/gateways/webhooks/use-webhooks.ts';
import { AddButton, WebhooksSection } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import type { Opened } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import { PreferenceFrame } from '#web/features/mailbox/preferences/preference-frame.tsx';

/** Preferences | Webhooks. */
export function WebhooksScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useWebhooks();
  const [opened, setOpened] = useState<Opened>(null);
  return (
    <PreferenceFrame
      action={<AddButton list={list} onAdd={() => setOpened({ kind: 'form', row: null })} />}
      data={list}
      lead={t('webhooks.lead')}
      title={t('webhooks.title')}
    >
      <WebhooksSection
        list={list}
        onOpen={(id) => void navigate({ to: '/preferences/webhooks/$id', params: { id } })}
        opened={opened}
        setOpened={setOpened}
      />
    </PreferenceFrame>
  );
}
