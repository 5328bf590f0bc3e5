import { useMemo, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorAudit, operatorAuditVerify } from '#contract/audit/log.admin.ts';
import type { ConsoleAct } from '#contract/audit/log.admin.ts';
import { CONSOLE_PAGE } from '#contract/faxes/queue.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { AuditAccount, AuditAction, AuditActor, AuditObject } from './audit-words.tsx';
import type { AuditNames } from './audit-words.tsx';
import { callOperator } from './call-operator.ts';
import { ConsoleList } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { Time } from './console-parts.tsx';
import { LIVE_MS, sentenceOf, useConsole, useConsolePlace } from './console-query.ts';
import { May } from './may.tsx';

const NO_NAMES: AuditNames = {};
const FILTERS = ['actor', 'action', 'object', 'account'] as const;

/** Who did what, newest first; nobody can change it, and «verify» proves that nobody has. */
export function AuditPage() {
  const { t } = useTranslation();
  const { search, page } = useConsolePlace();
  const audit = useConsole(
    operatorAudit,
    {
      actor: search['actor'] ?? '',
      action: search['action'] ?? '',
      object: search['object'] ?? '',
      account: normalizeNumber(search['account'] ?? ''),
      'current-page': page,
      'per-page': CONSOLE_PAGE,
    },
    LIVE_MS,
  );
  const columns = useColumns(audit.data?.names ?? NO_NAMES);
  return (
    <ConsoleList
      actions={
        <May call={operatorAuditVerify}>
          <Verify />
        </May>
      }
      name={t('operator.place.audit')}
      columns={columns}
      empty={t('operator.audit.none')}
      loaded={audit}
      rowKey={(row) => row.id}
      rows={audit.data?.rows}
      total={audit.data?.total ?? 0}
    >
      <Filter key={JSON.stringify(search)} />
    </ConsoleList>
  );
}

function Filter() {
  const { t } = useTranslation();
  const { search, go } = useConsolePlace();
  const [values, setValues] = useState(() => FILTERS.map((name) => search[name] ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(Object.fromEntries(FILTERS.map((name, at) => [name, (values[at] ?? '').trim()])));
  };
  return (
    <form className="oc-tools" onSubmit={submit}>
      {FILTERS.map((name, at) => (
        <TextField
          key={name}
          label={t(`operator.audit.filter.${name}`)}
          maxLength={40}
          name={name}
          onChange={(event) => setValues(values.with(at, event.target.value))}
          value={values[at] ?? ''}
        />
      ))}
      <Button type="submit">{t('operator.audit.apply')}</Button>
    </form>
  );
}

function Verify() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<ReplyOf<typeof operatorAuditVerify> | null>(null);
  const verify = async () => {
    setBusy(true);
    try {
      setFound(await callOperator(operatorAuditVerify));
    } catch (error) {
      growl.error(sentenceOf(error, t('app.unreachable')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {found !== null && (
        <Banner tone={found.ok ? 'ok' : 'bad'}>
          {found.ok ? t('operator.audit.whole', { count: found.rows }) : found.reason}
        </Banner>
      )}
      <Button busy={busy} onClick={() => void verify()}>
        {t('operator.audit.verify')}
      </Button>
    </>
  );
}

function useColumns(names: AuditNames): readonly ConsoleColumn<ConsoleAct>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: 'at', head: t('operator.when'), cell: ({ at }) => <Time of={at} /> },
      {
        key: 'actor',
        head: t('operator.audit.actor'),
        cell: ({ actor }) => <AuditActor names={names} of={actor} />,
      },
      {
        key: 'action',
        head: t('operator.audit.action'),
        cell: ({ action }) => <AuditAction of={action} />,
      },
      {
        key: 'object',
        head: t('operator.audit.object'),
        wide: true,
        cell: ({ object, action }) => <AuditObject action={action} names={names} of={object} />,
      },
      {
        key: 'uid',
        head: t('operator.account.one'),
        wide: true,
        cell: ({ uid }) => <AuditAccount names={names} uid={uid} />,
      },
      {
        key: 'detail',
        head: t('operator.detail'),
        wide: true,
        cell: ({ detail }) => <AuditDetail names={names} of={detail} />,
      },
      {
        key: 'address',
        head: t('operator.audit.address'),
        wide: true,
        cell: ({ address }) => <span className="num">{address || '–'}</span>,
      },
    ],
    [t, names],
  );
}
