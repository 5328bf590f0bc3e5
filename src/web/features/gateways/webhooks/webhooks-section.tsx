import '#web/ui/card.css';
import '#web/ui/code-frame.css';
import './webhooks.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { MAX_WEBHOOKS } from '#contract/v1/webhooks.ts';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RecoverModal } from './recover-modal.tsx';
import { SecretModal } from './secret-modal.tsx';
import type { Webhooks } from './use-webhooks.ts';
import { EndpointModal } from './webhook-form.tsx';
import { EndpointRow } from './webhook-row.tsx';

/** What stands over the list: a form or a question. */
export type Opened = { kind: 'form'; row: WebhookRow | null } | { kind: 'recover'; row: WebhookRow } | null;

/** The button that opens the form for a new endpoint. */
export function AddButton(props: { list: Webhooks; onAdd: () => void }) {
  const { t } = useTranslation();
  const full = props.list.entries.length >= MAX_WEBHOOKS;
  return (
    <Button
      disabled={full}
      icon={Plus}
      onClick={props.onAdd}
      title={full ? t('webhooks.full') : undefined}
      variant="primary"
    >
      {t('webhooks.add')}
    </Button>
  );
}

/** The endpoints of the signed-in user, for the preferences and for administrators. */
export function WebhooksSection(props: {
  list: Webhooks;
  opened: Opened;
  setOpened: (opened: Opened) => void;
  onOpen: (id: string) => void;
}) {
  const { list, opened, setOpened, onOpen } = props;
  const { t } = useTranslation();
  const acts = {
    open: ({ id }: WebhookRow) => onOpen(id),
    edit: (row: WebhookRow) => setOpened({ kind: 'form', row }),
    recover: (row: WebhookRow) => setOpened({ kind: 'recover', row }),
    rotate: (row: WebhookRow) => void list.rotate(row),
  };
  return (
    <>
      {list.idsOnly && <Banner tone="info">{t('webhooks.idsOnly')}</Banner>}
      {list.entries.length === 0 ? (
        <EmptyState text={t('webhooks.emptyText')} title={t('webhooks.empty')} />
      ) : (
        <ul className="card wh-rows-of">
          {list.entries.map((row) => (
            <EndpointRow acts={acts} key={row.id} list={list} row={row} />
          ))}
        </ul>
      )}
      <HowWeDeliver />
      <Dialogs list={list} opened={opened} setOpened={setOpened} />
    </>
  );
}

/** The dialogs of an endpoint, for the list and for its log. */
export function Dialogs(props: { list: Webhooks; opened: Opened; setOpened: (opened: Opened) => void }) {
  const { list, opened, setOpened } = props;
  const close = () => setOpened(null);
  return (
    <>
      {opened?.kind === 'recover' && <RecoverModal list={list} onClose={close} row={opened.row} />}
      {opened?.kind === 'form' && (
        <EndpointModal
          onClose={close}
          onSave={async (form) => {
            if (opened.row === null) await list.add(form);
            else await list.save(opened.row.id, form);
          }}
          row={opened.row}
        />
      )}
      {list.secret !== null && (
        // Takes the focus again when the form before it has closed.
        <SecretModal key={opened === null ? 'alone' : 'over'} onClose={list.forget} secret={list.secret} />
      )}
    </>
  );
}

/** Verifies a delivery with any Standard Webhooks library. */
const SAMPLE = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const event = webhook.verify(body, headers);
if (event.type === "fax.received") save(event.data.id);`;

function HowWeDeliver() {
  const { t } = useTranslation();
  const rules = ['signed', 'tries', 'success', 'order'] as const;
  return (
    <div className="wh-how">
      <section className="code-frame wh-code">
        <header>
          <h2>{t('webhooks.check')}</h2>
          <span className="grow" />
          <Link params={{ _splat: 'guides/webhooks' }} to="/developers/$">
            {t('developers.title')}
          </Link>
          <CopyButton name={t('webhooks.check')} text={SAMPLE} />
        </header>
        <pre>{SAMPLE}</pre>
      </section>
      <section className="card wh-rules">
        <h2>{t('webhooks.how.title')}</h2>
        <ul>
          {rules.map((rule) => (
            <li key={rule}>
              <Icon as={Check} size="s" />
              {t(`webhooks.how.${rule}`)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
