import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import type { AppPassword } from '#contract/identity/app-passwords.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Credential, CredentialSection } from '#web/shared/identity/credentials.tsx';
import { Button } from '#web/ui/button.tsx';
import { AddAppPassword, FreshAppPassword } from './app-password-modal.tsx';
import { useAppPasswords } from './use-app-passwords.ts';

/** The passwords with which printers and email programs sign in to send. */
export function AppPasswordSection() {
  const { t } = useTranslation();
  const list = useAppPasswords();
  const [adding, setAdding] = useState(false);
  return (
    <CredentialSection
      action={
        <Button icon={Plus} onClick={() => setAdding(true)}>
          {t('security.app.add')}
        </Button>
      }
      failed={list.failed && t('security.app.loadFailed')}
      id="app-title"
      lead={t('security.app.lead')}
      title={t('security.app.title')}
    >
      {list.passwords.length > 0 && (
        <ul>
          {list.passwords.map((password) => (
            <Row key={password.id} onRevoke={() => void list.revoke(password)} password={password} />
          ))}
        </ul>
      )}
      {adding && <AddAppPassword list={list} onClose={() => setAdding(false)} />}
      {list.fresh !== null && <FreshAppPassword fresh={list.fresh} onClose={list.forget} />}
    </CredentialSection>
  );
}

function Row(props: { password: AppPassword; onRevoke: () => void }) {
  const { name, createdAt, lastUsedAt, lastAddress } = props.password;
  const { t } = useTranslation();
  const made = formatDateTime(createdAt);
  return (
    <Credential
      about={
        lastUsedAt === null
          ? t('security.app.never', { made })
          : t('security.app.used', { made, used: formatDateTime(lastUsedAt), address: lastAddress })
      }
      name={name}
    >
      <Button aria-label={t('security.app.revokeLabel', { name })} onClick={props.onRevoke} size="sm">
        {t('security.app.revoke')}
      </Button>
    </Credential>
  );
}
