import '#web/ui/card.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Cloud, Server } from 'lucide-react';
import { addEgnyteStorage, addSftpStorage, SFTP_PORT } from '#contract/faxes/storage.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { childAccounts } from '#contract/customers/administrators.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { ChoiceCards } from '../choice-cards.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import { useRefreshStorage } from './refresh-storage.ts';
import type { StorageType } from './use-storage.ts';

/** Adds a connection: its kind, sFTP by default, and the account to copy from; the form follows (MFS-08, MFS-09). */
export function StorageAdd(props: { onDone: () => void; onAdded: (uid: string, type: StorageType) => void }) {
  const { onDone, onAdded } = props;
  const { t } = useTranslation();
  const refresh = useRefreshStorage();
  const [type, setType] = useState<StorageType>('sftp');
  const [uid, setUid] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (uid === '' || busy) return;
    setBusy(true);
    const words = {
      waiting: t('multifax.storage.adding'),
      done: t('multifax.storage.added'),
      failed: t('multifax.storage.addFailed'),
    };
    const error = await runChange(words, () => create(type, uid));
    await refresh();
    setBusy(false);
    if (error === null) onAdded(uid, type);
  };
  return (
    <MultifaxFrame
      back={{ label: t('multifax.storage.title'), go: onDone }}
      form
      title={t('multifax.storage.addTitle')}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="card mf-form">
          <ChoiceCards
            choices={[
              {
                value: 'sftp',
                icon: Server,
                label: t('multifax.storage.type.sftp'),
                hint: t('multifax.storage.sftpHint'),
              },
              {
                value: 'egnyte',
                icon: Cloud,
                label: t('multifax.storage.type.egnyte'),
                hint: t('multifax.storage.egnyteHint'),
              },
            ]}
            label={t('multifax.storage.typeLabel')}
            onChange={setType}
            value={type}
          />
          <AccountSelect onChange={setUid} value={uid} />
        </div>
        <div className="mf-end">
          <Button onClick={onDone}>{t('app.cancel')}</Button>
          <Button busy={busy} disabled={uid === ''} type="submit" variant="primary">
            {t('multifax.storage.add')}
          </Button>
        </div>
      </form>
    </MultifaxFrame>
  );
}

/** Creates a connection, which is active at once; the empty fields are filled in on the next page (MFS-18). */
function create(type: StorageType, uid: string): Promise<unknown> {
  const common = { user_id: uid, status: 'Y' } as const;
  if (type === 'egnyte') return callApi(addEgnyteStorage, { body: { ...common, type, username: '' } });
  return callApi(addSftpStorage, {
    body: { ...common, type, host: '', port: String(SFTP_PORT), dir: '', login: '', pass: '' },
  });
}

/** Selects an account, listed as its number with the address in brackets. */
function AccountSelect(props: { value: string; onChange: (uid: string) => void }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['multifax', 'accounts', 'numbers'],
    queryFn: () => callApi(childAccounts),
  });
  if (query.isError && query.data === undefined)
    return <ListFailed onRetry={() => void query.refetch()} text={t('multifax.loadFailed')} />;
  return (
    <Select
      disabled={query.isPending}
      label={t('multifax.storage.account')}
      name="account"
      onChange={(event) => props.onChange(event.target.value)}
      options={[
        { value: '', label: t('multifax.add.choose') },
        ...(query.data ?? []).map(({ id, fnumber, email }) => ({
          value: id,
          label: `${formatFaxNumber(fnumber) ?? ''} (${email})`,
        })),
      ]}
      required
      value={props.value}
    />
  );
}
