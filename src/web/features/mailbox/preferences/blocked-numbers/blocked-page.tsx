import '#web/ui/card.css';
import '#web/ui/data-table.css';
import './blocked.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCKED_INPUT_MAX, BLOCKED_PAGE_SIZE, formatBlocked } from '#contract/mailbox/blocked-numbers.ts';
import { Pager } from '#web/kit/pager.tsx';
import type { BlockedEntry } from '#web/shared/faxes/blocked-numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RemoveAllHead, RemoveCell } from '#web/ui/remove-cells.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { BlockForm } from './block-form.tsx';
import { searchBlocked, useBlocked } from './use-blocked.ts';
import type { Blocked } from './use-blocked.ts';

/** Callers whose faxes are refused (BLOCK-01 to BLOCK-06). */
export function BlockedPage() {
  const { t } = useTranslation();
  const blocked = useBlocked();
  const [search, setSearch] = useState('');
  const found = searchBlocked(blocked.entries, search);
  return (
    <PreferenceFrame data={blocked} lead={t('blocked.lead')} title={t('blocked.title')}>
      <div className="blocked">
        <div className="blocked-tools">
          <BlockForm blocked={blocked} />
          <SearchField
            clearLabel={t('blocked.clearSearch')}
            label={t('blocked.search')}
            live
            maxLength={BLOCKED_INPUT_MAX}
            onSearch={setSearch}
            value={search}
          />
        </div>
        {found.length === 0 ? (
          <div className="card">
            <EmptyState
              action={
                search !== '' && (
                  <Button onClick={() => setSearch('')} variant="link">
                    {t('blocked.clearSearch')}
                  </Button>
                )
              }
              text={search === '' ? t('blocked.emptyText') : undefined}
              title={search === '' ? t('blocked.empty') : t('blocked.noMatch')}
            />
          </div>
        ) : (
          <BlockedList blocked={blocked} found={found} key={search} />
        )}
      </div>
    </PreferenceFrame>
  );
}

function BlockedList(props: { blocked: Blocked; found: readonly BlockedEntry[] }) {
  const { blocked, found } = props;
  const { t } = useTranslation();
  const [wanted, setPage] = useState(1);
  // The last page may disappear with its last entry.
  const page = Math.min(wanted, Math.ceil(found.length / BLOCKED_PAGE_SIZE));
  const shown = found.slice((page - 1) * BLOCKED_PAGE_SIZE, page * BLOCKED_PAGE_SIZE);
  return (
    <>
      <div className="card prefs-table">
        <table aria-label={t('blocked.title')} className="t">
          <thead>
            <tr>
              <th scope="col">{t('blocked.number')}</th>
              <th scope="col">{t('blocked.company')}</th>
              <RemoveAllHead label={t('blocked.removeAll')} onPress={blocked.removeAll} />
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <bdi className="who num" dir="ltr">
                    {formatBlocked(entry.callerid)}
                  </bdi>
                </td>
                <td>{entry.company || '–'}</td>
                <RemoveCell
                  label={t('blocked.removeOne', { number: formatBlocked(entry.callerid) })}
                  onPress={() => blocked.remove(entry)}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager onPage={setPage} page={page} pageSize={BLOCKED_PAGE_SIZE} total={found.length} />
    </>
  );
}
