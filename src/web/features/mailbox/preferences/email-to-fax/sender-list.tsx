import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Plus, Trash2 } from 'lucide-react';
import { MAX_SUBACCOUNTS } from '#contract/customers/subaccounts.ts';
import { SubaccountModal } from '#web/shared/customers/subaccount-modal.tsx';
import { Unconfirmed } from '#web/shared/customers/unconfirmed.tsx';
import { useSubaccounts } from '#web/shared/customers/subaccounts.ts';
import type { Subaccount, Subaccounts } from '#web/shared/customers/subaccounts.ts';
import { sendByEmailQuery } from '#web/shared/faxes/send-by-email.tsx';
import { Credential, CredentialSection } from '#web/shared/identity/credentials.tsx';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Pill } from '#web/ui/pill.tsx';

/** The senders by email, each with its state: the owner, other addresses, and domains. */
export function SenderSection() {
  const { t } = useTranslation();
  const list = useSubaccounts();
  const owner = useMainData()?.adminEmail;
  const { data } = useQuery(sendByEmailQuery);
  const [adding, setAdding] = useState(false);
  useRightsAnew(list);
  if (data === undefined || !data.allowed) return null;
  const maySend = new Set(data.senders);
  const others = list.entries.filter(
    ({ Email, SendFaxes }) => SendFaxes === '1' && Email !== owner?.toLowerCase(),
  );
  return (
    <CredentialSection
      action={
        <Button
          disabled={list.loading || list.failed || list.entries.length >= MAX_SUBACCOUNTS}
          icon={Plus}
          onClick={() => setAdding(true)}
        >
          {t('byEmail.add')}
        </Button>
      }
      failed={list.failed && t('preferences.loadFailed')}
      id="senders-title"
      lead={t('byEmail.whoText')}
      title={t('byEmail.who')}
    >
      <ul>
        {owner !== undefined && (
          <Credential about={t('byEmail.owner')} name={<bdi dir="ltr">{owner}</bdi>}>
            <State can={maySend.has(owner.toLowerCase())} />
          </Credential>
        )}
        {others.map((row) => (
          <Sender can={maySend.has(row.Email)} key={row.Email} list={list} row={row} />
        ))}
        {data.domains.map((domain) => (
          <Credential about={t('byEmail.domainText')} key={domain} name={<bdi dir="ltr">@{domain}</bdi>}>
            <State can />
          </Credential>
        ))}
      </ul>
      <p className="meta">
        <Link to="/preferences/subaccounts">{t('byEmail.manage')}</Link>
      </p>
      {adding && <SubaccountModal list={list} offered="SendFaxes" onClose={() => setAdding(false)} />}
    </CredentialSection>
  );
}

/** Removing an address that also receives faxes only revokes its right to send; others are deleted when confirmed. */
function Sender(props: { list: Subaccounts; row: Subaccount; can: boolean }) {
  const { list, row, can } = props;
  const { t } = useTranslation();
  const receives = row.ReceiveFaxes === '1';
  return (
    <Credential
      about={t(receives ? 'byEmail.alsoReceives' : 'byEmail.sendsOnly')}
      name={<bdi dir="ltr">{row.Email}</bdi>}
    >
      <span className="sender-state">
        {row.Pending === '1' ? <Unconfirmed list={list} row={row} /> : <State can={can} />}
        <IconButton
          disabled={list.busy.has(row.Email)}
          icon={Trash2}
          label={t('byEmail.stop', { email: row.Email })}
          onPress={() => (receives ? list.allow(row, 'SendFaxes', false) : list.remove(row))}
        />
      </span>
    </Credential>
  );
}

/** Reloads the senders after the list of addresses has changed. */
function useRightsAnew({ loading, entries }: Subaccounts): void {
  const client = useQueryClient();
  const now = loading ? null : JSON.stringify(entries);
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current !== null && before.current !== now) void client.invalidateQueries(sendByEmailQuery);
    before.current = now;
  }, [client, now]);
}

function State(props: { can: boolean }) {
  const { t } = useTranslation();
  return <Pill tone={props.can ? 'ok' : 'warn'}>{t(props.can ? 'byEmail.can' : 'subaccounts.pending')}</Pill>;
}
