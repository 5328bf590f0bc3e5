import './search-box.css';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CircleAlert } from 'lucide-react';
import { MAX_SEARCH } from '#contract/kit/table-query.ts';
import { MAX_QUERY } from '#contract/mailbox/search-words.ts';
import type { SearchFault } from '#contract/mailbox/search-words.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { faultsOf } from './list-query.ts';
import type { ListPlace } from './use-inbox.ts';

const SearchChips = later(async () => (await import('./search-chips.tsx')).SearchChips);

/**
 * The search box (INBOX-04 to INBOX-06): Enter searches all folders, the clear button resets, and it is disabled in the
 * Outbox. Once it is used, its filters appear below it as chips, which are another form of the same search. Errors are
 * shown in place. Recently deleted has its own search, without filters.
 */
export const SearchBox = memo(function SearchBox(props: { place: ListPlace }) {
  const { place } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<{ over: string; text: string } | null>(null);
  const [used, setUsed] = useState(false);
  const reads = useMay('read');
  const off = place.folder === 'Outbox';
  const line = typed?.over === place.q ? typed.text : place.q;
  const deleted = place.folder === 'Deleted';
  const faults = faultsOf(place);
  return (
    <div className="search-box" onFocus={() => setUsed(true)}>
      <SearchField
        clearLabel={t('inbox.clearSearch')}
        disabled={off}
        key={place.folder}
        label={t(
          off
            ? 'inbox.searchOff'
            : deleted
              ? 'inbox.trash.search'
              : reads
                ? 'inbox.search'
                : 'inbox.searchSent',
        )}
        maxLength={deleted ? MAX_SEARCH : MAX_QUERY}
        onSearch={place.search}
        onType={(text) => setTyped({ over: place.q, text })}
        value={place.q}
      />
      {faults.length > 0 && <Faults faults={faults} />}
      {!off && !deleted && (used || line !== '') && <SearchChips line={line} onLine={place.search} />}
    </div>
  );
});

function Faults(props: { faults: readonly SearchFault[] }) {
  const { t } = useTranslation();
  return (
    <ul className="search-faults" role="alert">
      {props.faults.map(({ key, written }) => (
        <li key={`${key} ${written}`}>
          <Icon as={CircleAlert} size="s" />
          <span>{t(`inbox.filter.fault.${key}`, { written })}</span>
        </li>
      ))}
    </ul>
  );
}
