import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DOMAIN_MAX,
  operatorSenderDomainAssign,
  operatorSenderDomains,
} from '#contract/gateways/senders.admin.ts';
import type { ConsoleSenderDomain } from '#contract/gateways/senders.admin.ts';
import { Pill } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ConsoleTable, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, FaxNumber } from './console-parts.tsx';
import { useConsole, useAction } from './console-query.ts';
import { DialogButton, FormModal } from './form-modal.tsx';

/** The accounts that claim a domain for sending by email; operators assign a disputed one to the right account. */
export function SenderDomains() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const domains = useConsole(operatorSenderDomains, { search });
  const columns = useColumns();
  return (
    <>
      <div className="oc-title">
        <h2 className="strong">{t('operator.senderDomain.title')}</h2>
        <span className="grow" />
        <DialogButton call={operatorSenderDomainAssign} label={t('operator.senderDomain.assign')}>
          {(close) => <AssignForm domain="" onClose={close} />}
        </DialogButton>
      </div>
      <p className="meta oc-lead">{t('operator.senderDomain.lead')}</p>
      <div className="oc-tools">
        <TextField
          label={t('operator.senderDomain.search')}
          maxLength={DOMAIN_MAX}
          onChange={(event) => setSearch(event.target.value)}
          value={search}
        />
      </div>
      <ConsoleTable
        columns={columns}
        empty={t('operator.senderDomain.none')}
        label={t('operator.senderDomain.title')}
        loaded={domains}
        rowKey={(row) => `${row.domain} ${row.uid}`}
        rows={domains.data?.rows}
        titled
        to={({ uid }) => `accounts/${uid}`}
      />
    </>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleSenderDomain>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'domain',
        head: t('operator.senderDomain.domain'),
        cell: ({ domain }) => <bdi dir="ltr">{domain}</bdi>,
      },
      {
        key: 'account',
        head: t('operator.senderDomain.account'),
        cell: ({ uid, number }) => (
          <ConsoleLink to={`accounts/${uid}`}>
            {number === '' ? t('operator.account.unnumbered', { uid }) : <FaxNumber of={number} />}
          </ConsoleLink>
        ),
      },
      { key: 'state', head: t('operator.senderDomain.state'), cell: (row) => <State of={row} /> },
      actionsColumn(t, (row) => (
        <DialogButton call={operatorSenderDomainAssign} label={t('operator.senderDomain.assign')}>
          {(close) => <AssignForm domain={row.domain} onClose={close} />}
        </DialogButton>
      )),
    ],
    [t],
  );
}

function State({ of }: { of: ConsoleSenderDomain }) {
  const { t } = useTranslation();
  const by = (['email', 'dns', 'operator'] as const).find((one) => one === of.by);
  if (!of.active) return <Pill>{t('operator.senderDomain.off')}</Pill>;
  if (!of.proved) return <Pill tone="warn">{t('operator.senderDomain.unproved')}</Pill>;
  return (
    <Pill tone="ok">{by ? t(`operator.senderDomain.by.${by}`) : t('operator.senderDomain.proved')}</Pill>
  );
}

function AssignForm(props: { domain: string; onClose: () => void }) {
  const { t } = useTranslation();
  const act = useAction();
  const [domain, setDomain] = useState(props.domain);
  const [uid, setUid] = useState('');
  const assign = async () =>
    (await act(
      operatorSenderDomainAssign,
      { domain, uid },
      { done: t('operator.senderDomain.assigned', { domain, uid }) },
    )) !== null;
  return (
    <FormModal
      complete={domain.includes('.') && /^\d+$/u.test(uid)}
      onClose={props.onClose}
      onSubmit={assign}
      submit={t('operator.senderDomain.assign')}
      title={t('operator.senderDomain.assign')}
    >
      <TextField
        label={t('operator.senderDomain.domain')}
        maxLength={DOMAIN_MAX}
        onChange={(event) => setDomain(event.target.value)}
        required
        value={domain}
      />
      <TextField
        hint={t('operator.senderDomain.assignHint')}
        inputMode="numeric"
        label={t('operator.senderDomain.uid')}
        onChange={(event) => setUid(event.target.value)}
        required
        value={uid}
      />
    </FormModal>
  );
}
