/** Dialogs over a false server, each behind a button, for tests of what they have in common. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiKeysSection, KeyActions } from '#web/features/identity/api-keys/api-keys-section.tsx';
import type { OpenedKey } from '#web/features/identity/api-keys/api-keys-section.tsx';
import { useApiKeys } from '#web/features/identity/api-keys/use-api-keys.ts';
import { useWebhooks } from '#web/features/gateways/webhooks/use-webhooks.ts';
import { WebhooksSection } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import type { Opened } from '#web/features/gateways/webhooks/webhooks-section.tsx';
import { faxRowForTest } from '#web/features/mailbox/inbox/fax-row-for-test.ts';
import { DueModal } from '#web/features/mailbox/inbox/team/due-modal.tsx';
import { useChangeWork } from '#web/features/mailbox/inbox/team/use-change-work.ts';
import { startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { stubWindow } from '#web/kit/open-page-for-test.tsx';
import { ForwardDialog } from '#web/shared/faxes/forward-dialog.tsx';
import { useAnswers, useForwarded } from '#web/shared/faxes/use-answers.ts';

const HEALTH = { hours: [], medianMs: null, waiting: 0, nextTry: null, lastStatus: null, lastFault: '' };
/** An endpoint of the account. */
export const ENDPOINT = {
  id: 'abcdefghij',
  url: 'https://one.example.com',
  description: '',
  events: [],
  state: 'on' as const,
  offReason: null,
  failingSince: null,
  createdAt: '2026-11-20T12:00:00Z',
  health: HEALTH,
};
const KEY = {
  id: 'k1',
  name: 'Portal',
  mode: 'live',
  scopes: ['faxes:send'],
  networks: [],
  createdAt: '2026-11-20T12:00:00Z',
  expiresAt: null,
  expired: false,
  lastUsedAt: null,
  lastAddress: '',
  oldUntil: null,
};

startFalseServer({
  'GET appPasswords': { passwords: [] },
  'GET webhooks': { webhooks: [ENDPOINT], idsOnly: false },
  'POST webhookRecovery': { success: true, data: { events: 3 } },
  'GET apiKeys': { keys: [KEY], scopes: ['faxes:send', 'faxes:read'], email: 'a@example.com' },
  'GET GlobalSettings.json': { language: 'en', timeZoneLabel: { system_name: 'America/New_York' } },
  'GET deliveryWindow.json': { on: '0', days: [], from: '08:00', until: '16:00' },
});
stubWindow();
await startI18n();

/** A fax that is sent later. */
export const job = {
  jobid: '7',
  to_faxnumber: '2125550142',
  state: 'SCHEDULED',
  cancelling: false,
  held: false,
  send_at: new Date(Date.now() + 86_400_000).toISOString(),
} as const;

/** A dialog behind a button. */
export function Behind(props: { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)} type="button">
        Open
      </button>
      {open && props.children(() => setOpen(false))}
    </>
  );
}

/** Forwards a fax, as an opened message does. */
export function Forward() {
  const { forwardByEmail } = useAnswers();
  const { fax, close } = useForwarded();
  return (
    <>
      <button onClick={() => forwardByEmail(faxRowForTest('1'))} type="button">
        Open
      </button>
      {fax !== null && <ForwardDialog fid={fax.fax_id} onClose={close} />}
    </>
  );
}

/** The API keys. */
export function Keys() {
  const list = useApiKeys();
  const [opened, setOpened] = useState<OpenedKey>(null);
  return (
    <>
      <KeyActions list={list} onCreate={() => setOpened({ kind: 'form', row: null })} />
      <ApiKeysSection list={list} opened={opened} setOpened={setOpened} several={false} />
    </>
  );
}

/** The webhooks. */
export function Hooks() {
  const list = useWebhooks();
  const [opened, setOpened] = useState<Opened>(null);
  return (
    <>
      <button onClick={() => setOpened({ kind: 'form', row: null })} type="button">
        Open
      </button>
      <button onClick={() => setOpened({ kind: 'recover', row: list.entries[0] ?? ENDPOINT })} type="button">
        Recover since
      </button>
      <WebhooksSection list={list} onOpen={() => undefined} opened={opened} setOpened={setOpened} />
    </>
  );
}

/** The due date of a fax. */
export function Due() {
  const change = useChangeWork();
  return (
    <Behind>
      {(close) => (
        <DueModal
          due={null}
          onClose={close}
          onDue={async (due, say) => await change([faxRowForTest('1')], { due }, 'Set.', say)}
        />
      )}
    </Behind>
  );
}
