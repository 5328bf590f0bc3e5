import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from '@tanstack/react-router';
import { History, Send } from 'lucide-react';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { useWebhooks } from '#web/features/gateways/webhooks/use-webhooks.ts';
import type { Webhooks } from '#web/features/gateways/webhooks/use-webhooks.ts';
import { WebhookLogSection } from '#web/features/gateways/webhooks/webhook-log.tsx';
import { StatePill, Trouble } from '#web/features/gateways/webhooks/webhook-row.tsx';
import { Dialogs } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import type { Opened } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import { PreferenceFrame } from '#web/features/mailbox/preferences/preference-frame.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Preferences | Webhooks | the log of one webhook. */
export function WebhookLogScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useWebhooks();
  return (
    <PreferenceFrame
      action={
        <Button onClick={() => void navigate({ to: '/preferences/webhooks' })}>{t('webhooks.all')}</Button>
      }
      data={list}
      title={t('webhooks.logTitle')}
    >
      <Log list={list} />
    </PreferenceFrame>
  );
}

/** The log of a webhook for an administrator. */
export function MultifaxWebhookLogScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useWebhooks();
  usePageTitle(t('webhooks.logTitle'));
  return (
    <MultifaxFrame
      back={{ label: t('webhooks.title'), go: () => void navigate({ to: '/multifax/webhooks' }) }}
      data={list}
      title={t('webhooks.logTitle')}
    >
      <Log list={list} />
    </MultifaxFrame>
  );
}

function Log(props: { list: Webhooks }) {
  const { list } = props;
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const [opened, setOpened] = useState<Opened>(null);
  const row = list.entries.find((one) => one.id === id);
  if (row === undefined) return <EmptyState title={t('webhooks.gone')} />;
  const test = () => void list.test(row);
  return (
    <>
      <div className="wh-title">
        <code>{row.url}</code>
        <StatePill state={row.state} />
        <span className="grow" />
        {row.state !== 'off' && (
          <Button icon={Send} onClick={test}>
            {t('webhooks.test')}
          </Button>
        )}
        <Button icon={History} onClick={() => setOpened({ kind: 'recover', row })}>
          {t('webhooks.recoverSince')}
        </Button>
      </div>
      <Trouble acts={{ recover: () => setOpened({ kind: 'recover', row }) }} list={list} row={row} />
      <WebhookLogSection key={row.id} onTest={test} row={row} />
      <Dialogs list={list} opened={opened} setOpened={setOpened} />
    </>
  );
}
