import '#web/ui/side-column.css';
import './contact-picker.css';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { UsersRound, X } from 'lucide-react';
import { CONTACTS_PAGE_SIZE } from '#contract/mailbox/contacts.ts';
import type { GroupRecipients } from '#contract/mailbox/recipients.ts';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { MAX_SEARCH } from '#contract/kit/table-query.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { useLastPage } from '#web/kit/use-last-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { CONTACTS, contactListOptions } from './contact-queries.ts';
import { PickGroup } from './pick-group.tsx';
import { PickerRows } from './picker-rows.tsx';
import { usePicked } from './use-picked.ts';
import type { Picked } from './use-picked.ts';

/** The props of the picker. */
export interface ContactPickerProps {
  /** How many more numbers the fax can have. */
  room: number;
  onAdd: (numbers: readonly string[]) => void;
  /** Adds all members of a group or none; returns a message if there is something to report. */
  onAddGroup: (group: GroupRecipients) => string | null;
  onClose: () => void;
}

/** The contacts beside compose (COMP-10): search, select, add. Closing clears the selection and refetches the list. */
export function ContactPicker(props: ContactPickerProps) {
  const { onClose } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState({ q: '', page: 1 });
  const [said, setSaid] = useState<string | null>(null);
  const picked = usePicked();
  const block = useRef<HTMLElement>(null);
  useEscape(block, onClose);
  useEffect(
    () => () => void client.invalidateQueries({ queryKey: [...CONTACTS, 'list'], refetchType: 'all' }),
    [client],
  );
  return (
    <aside aria-label={t('contacts.title')} className="side-pane picker" ref={block}>
      <header className="picker-head">
        <div className="between">
          <h2>{t('contacts.title')}</h2>
          <IconButton icon={X} label={t('contacts.picker.closeBlock')} onPress={onClose} size="sm" />
        </div>
        <div className="picker-find">
          <SearchField
            clearLabel={t('contacts.clearSearch')}
            label={t('contacts.picker.search')}
            maxLength={MAX_SEARCH}
            onSearch={(q) => setAsked({ q, page: 1 })}
            value={asked.q}
          />
          <PickGroup onAddGroup={props.onAddGroup} onSaid={setSaid} />
        </div>
        <output className={said === null ? 'sr' : 'hint'}>{said}</output>
      </header>
      <PickerList asked={asked} onPage={(page) => setAsked({ ...asked, page })} picked={picked} />
      <PickerFoot {...props} picked={picked} />
    </aside>
  );
}

/** Focuses the picker when it opens, and closes it on Escape. */
function useEscape(block: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = block.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current();
    };
    element?.querySelector('input')?.focus();
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [block]);
}

function PickerList(props: {
  asked: { q: string; page: number };
  onPage: (page: number) => void;
  picked: Picked;
}) {
  const { asked, onPage, picked } = props;
  const { t } = useTranslation();
  const request = { ...asked, sort: 'to_person', order: 'asc', withNumber: true } as const;
  const list = useQuery({ ...contactListOptions(request), placeholderData: keepPreviousData });
  useLastPage(list.data && { rows: list.data.data.length, total: list.data.recordsFiltered }, {
    page: asked.page,
    pageSize: CONTACTS_PAGE_SIZE,
    go: onPage,
  });
  if (list.isError && list.data === undefined)
    return (
      <div className="picker-body picker-fault">
        <LoadFailed onRetry={() => void list.refetch()} text={t('contacts.loadError')} />
      </div>
    );
  const rows = list.data?.data ?? [];
  if (!list.isPending && rows.length === 0)
    return (
      <div className="picker-body">
        <EmptyState
          icon={UsersRound}
          text={asked.q === '' ? t('contacts.picker.emptyText') : t('contacts.noMatchText')}
          title={asked.q === '' ? t('contacts.picker.empty') : t('contacts.picker.noMatch', { q: asked.q })}
        />
      </div>
    );
  return (
    <div className="picker-body">
      {rows.length > 0 && <PickerRows picked={picked} rows={rows} />}
      <Pager
        onPage={onPage}
        page={asked.page}
        pageSize={CONTACTS_PAGE_SIZE}
        total={list.data?.recordsFiltered ?? 0}
      />
    </div>
  );
}

function PickerFoot(props: ContactPickerProps & { picked: Picked }) {
  const { picked, room, onAdd, onClose } = props;
  const { t } = useTranslation();
  const count = picked.numbers.size;
  return (
    <footer className="picker-foot">
      <span className="meta grow">
        {count > room
          ? t('contacts.picker.tooMany', { max: MAX_DESTINATIONS, room })
          : t('contacts.picker.selected', { count })}
      </span>
      <Button onClick={onClose} size="sm" variant="quiet">
        {t('contacts.picker.close')}
      </Button>
      <Button
        disabled={count === 0}
        onClick={() => {
          onAdd([...picked.numbers.values()]);
          picked.clear();
        }}
        size="sm"
        variant="primary"
      >
        {count === 0 ? t('contacts.picker.addNone') : t('contacts.picker.add', { count })}
      </Button>
    </footer>
  );
}
