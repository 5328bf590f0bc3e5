import { useTranslation } from 'react-i18next';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { FaxSort } from '#contract/mailbox/inbox.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { isSearch } from './list-query.ts';
import type { ListPlace } from './use-inbox.ts';

/** The column heads of the horizontal view: select all, and the five columns to sort by (INBOX-16). */
export function TableHead(props: { faxes: number; onToggleAll: () => void; place: ListPlace }) {
  const { faxes, onToggleAll, place } = props;
  const { t } = useTranslation();
  return (
    <div className="table-head">
      <Checkbox
        aria-label={t('inbox.selectAllOnPage', { count: faxes })}
        checked={false}
        disabled={faxes === 0}
        onChange={onToggleAll}
      />
      <span>{t(headOf(place))}</span>
      <SortHead place={place} sort="from_company" />
      <SortHead place={place} sort="fax_from" />
      <SortHead end place={place} sort="fax_pages" />
      <SortHead end place={place} sort="fax_size" />
      <SortHead end place={place} sort="fax_date" />
    </div>
  );
}

/** Returns the head of the party column; a search finds received and sent faxes. */
function headOf(place: ListPlace) {
  if (isSearch(place)) return 'inbox.filter.party';
  return place.folder === 'Sent' ? 'inbox.to' : 'inbox.from';
}

function SortHead(props: { place: ListPlace; sort: FaxSort; end?: boolean }) {
  const { place, sort, end } = props;
  const { t } = useTranslation();
  const name = t(`inbox.sort.${sort}`);
  // Search results are always sorted by time.
  if (isSearch(place))
    return (
      <span className={end ? 'table-end' : undefined}>
        {name}
        {sort === 'fax_date' && <Icon as={ArrowDown} size="xs" />}
      </span>
    );
  const sorted = place.sort === sort;
  return (
    <button
      aria-label={sorted ? `${name}, ${t(`inbox.order.${sort}.${place.order}`)}` : name}
      aria-pressed={sorted}
      className={end ? 'table-end' : undefined}
      onClick={() => place.sortBy(sort)}
      type="button"
    >
      {name}
      {sorted && <Icon as={place.order === 'asc' ? ArrowUp : ArrowDown} size="xs" />}
    </button>
  );
}
