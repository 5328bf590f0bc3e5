import './account-edit.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus, Trash2 } from 'lucide-react';
import type { MultifaxAccount } from '#contract/multifax-accounts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { Unavailable } from './account-columns.tsx';
import { DomainModal } from './domain-modal.tsx';
import { useDomains } from './use-domains.ts';
import type { Domains } from './use-domains.ts';

/** Domains whose senders may send by e-mail from an account; accounts under HIPAA can have none (D2 §2.3). */
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
  // A failure empties the list, as the documents want it (D2 §8); a growl tells about it.
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
          <th data-align="end" scope="col">
            <button className="mf-remove-all" onClick={list.removeAll} type="button">
              {t('multifax.domains.removeAll')}
            </button>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.entries.map((row) => (
          <tr key={row.id}>
            <td className="who">
              <bdi dir="ltr">{row.Domain}</bdi>
            </td>
            <td>
              <Switch
                aria-label={t('multifax.domains.activeOne', { domain: row.Domain })}
                checked={row.active === '1'}
                disabled={list.busy.has(row.id)}
                onChange={(event) => list.activate(row, event.target.checked)}
              />
            </td>
            <td data-align="end">
              <IconButton
                icon={Trash2}
                label={t('multifax.domains.removeOne', { domain: row.Domain })}
                onPress={() => list.remove(row)}
                size="sm"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
