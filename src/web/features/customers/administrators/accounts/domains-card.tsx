import './account-edit.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { RemoveAllHead, RemoveCell } from '#web/ui/remove-cells.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { Unavailable } from './account-columns.tsx';
import { DomainModal } from './domain-modal.tsx';
import { useDomains } from './use-domains.ts';
import type { Domain, Domains } from './use-domains.ts';

/** Domains whose senders may send by email from an account; accounts under HIPAA cannot have any (MFW-01, MFA-37). */
export function DomainsCard(props: { account: MultifaxAccount }) {
  const { uid, isHIPAA } = props.account;
  const { t } = useTranslation();
  const list = useDomains(uid);
  const [adding, setAdding] = useState(false);
  return (
    <Card
      action={
        isHIPAA ? (
          <Unavailable />
        ) : (
          <Button icon={Plus} onClick={() => setAdding(true)} size="sm">
            {t('multifax.domains.add')}
          </Button>
        )
      }
      className="mf-table"
      title={t('multifax.domains.title')}
    >
      <p className="meta mf-card-note">
        {isHIPAA ? t('multifax.accounts.hipaa') : t('multifax.domains.lead')}
      </p>
      <DomainsBody list={list} />
      {adding && <DomainModal list={list} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function DomainsBody(props: { list: Domains }) {
  const { list } = props;
  const { t } = useTranslation();
  if (list.loading) return <TableSkeleton label={t('multifax.domains.loading')} />;
  // A failure empties the list, as required (MFW-17); a growl reports it.
  if (list.entries.length === 0)
    return (
      <EmptyState
        action={list.failed && <Button onClick={list.reload}>{t('app.tryAgain')}</Button>}
        title={t('multifax.domains.empty')}
      />
    );
  return (
    <table aria-label={t('multifax.domains.title')} className="t">
      <thead>
        <tr>
          <th scope="col">{t('multifax.domains.domain')}</th>
          <th scope="col">{t('multifax.domains.active')}</th>
          <RemoveAllHead label={t('multifax.domains.removeAll')} onPress={list.removeAll} />
        </tr>
      </thead>
      <tbody>
        {list.entries.map((row) => (
          <DomainRow key={row.id} list={list} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function DomainRow(props: { list: Domains; row: Domain }) {
  const { list, row } = props;
  const { t } = useTranslation();
  return (
    <>
      <tr>
        <td className="who">
          <DomainName row={row} />
        </td>
        <td>
          <Switch
            aria-label={t('multifax.domains.activeOne', { domain: row.Domain })}
            checked={row.active === '1'}
            disabled={list.busy.has(row.id)}
            onChange={(event) => list.activate(row, event.target.checked)}
          />
        </td>
        <RemoveCell
          label={t('multifax.domains.removeOne', { domain: row.Domain })}
          onPress={() => list.remove(row)}
        />
      </tr>
      {row.proved !== '1' && (
        <tr>
          <td colSpan={3}>
            <Proof list={list} row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

function DomainName({ row }: { row: Domain }) {
  const { t } = useTranslation();
  const proved = row.proved === '1';
  return (
    <span className="marked">
      <bdi dir="ltr">{row.Domain}</bdi>
      <Pill tone={proved ? 'ok' : 'warn'}>
        {t(proved ? 'multifax.domains.proved' : 'multifax.domains.unproved')}
      </Pill>
    </span>
  );
}

/** The DNS record that proves a domain: to be copied, and checked. */
function Proof(props: { list: Domains; row: Domain }) {
  const { list, row } = props;
  const { t } = useTranslation();
  const { name, value } = row.record;
  return (
    <div className="mf-proof">
      <p className="meta">{t('multifax.domains.recordLead', { domain: row.Domain })}</p>
      <div className="mf-record">
        <span className="meta">{t('multifax.domains.recordName')}</span>
        <code dir="ltr">{name}</code>
        <CopyButton text={name} />
        <span className="meta">{t('multifax.domains.recordValue')}</span>
        <code dir="ltr">{value}</code>
        <CopyButton text={value} />
      </div>
      <Button onClick={() => list.check(row)} size="sm">
        {t('multifax.domains.check')}
      </Button>
    </div>
  );
}
