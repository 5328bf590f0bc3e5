import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DOMAIN_MAX,
  operatorBlockedDomainAdd,
  operatorBlockedDomainRemove,
  operatorBlockedDomains,
} from '#contract/gateways/senders.admin.ts';
import type { ConsoleBlockedDomain } from '#contract/gateways/senders.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ConsoleTable, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ListTools } from './console-parts.tsx';
import { useConsole, useConsolePlace, useAction } from './console-query.ts';
import { DialogButton, FormModal } from './form-modal.tsx';
import { May } from './may.tsx';

/** Domains that nobody may whitelist, nor their subdomains: the operator's own, or also the built-in ones. */
export function BlockedDomains() {
  const { t } = useTranslation();
  const { search } = useConsolePlace();
  const domains = useConsole(operatorBlockedDomains, { shipped: search['state'] === 'all' ? '1' : '0' });
  const columns = useColumns();
  return (
    <>
      <div className="oc-title">
        <h2 className="strong">{t('operator.block.title')}</h2>
        <span className="grow" />
        <DialogButton call={operatorBlockedDomainAdd} label={t('operator.block.add')}>
          {(close) => <AddForm onClose={close} />}
        </DialogButton>
      </div>
      <p className="meta oc-lead">{t('operator.block.lead')}</p>
      <ListTools
        states={{
          all: t('operator.block.own'),
          of: [{ value: 'all', label: t('operator.block.shipped') }],
        }}
      />
      <ConsoleTable
        columns={columns}
        empty={t('operator.block.none')}
        label={t('operator.block.title')}
        loaded={domains}
        rowKey={(row) => row.domain}
        rows={domains.data?.rows}
        titled
      />
    </>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleBlockedDomain>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'domain',
        head: t('operator.block.domain'),
        cell: ({ domain }) => <bdi dir="ltr">{domain}</bdi>,
      },
      { key: 'reason', head: t('operator.reason'), wide: true, cell: ({ reason }) => reason },
      actionsColumn(t, (row) => <Remove domain={row.domain} />),
    ],
    [t],
  );
}

function Remove({ domain }: { domain: string }) {
  const { t } = useTranslation();
  const act = useAction();
  const remove = () =>
    act(
      operatorBlockedDomainRemove,
      { domain },
      {
        done: t('operator.block.removed', { domain }),
        question: {
          title: t('operator.block.removeTitle', { domain }),
          body: t('operator.block.removeText'),
          confirm: t('operator.block.remove'),
        },
      },
    );
  return (
    <May call={operatorBlockedDomainRemove}>
      <Button onClick={() => void remove()} size="sm" variant="danger-quiet">
        {t('operator.block.remove')}
      </Button>
    </May>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const act = useAction();
  const [domain, setDomain] = useState('');
  const add = async () =>
    (await act(operatorBlockedDomainAdd, { domain }, { done: t('operator.block.added', { domain }) })) !==
    null;
  return (
    <FormModal
      complete={domain.includes('.')}
      onClose={onClose}
      onSubmit={add}
      submit={t('operator.block.add')}
      title={t('operator.block.add')}
    >
      <TextField
        hint={t('operator.block.addHint')}
        label={t('operator.block.domain')}
        maxLength={DOMAIN_MAX}
        onChange={(event) => setDomain(event.target.value)}
        required
        value={domain}
      />
    </FormModal>
  );
}
