import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { openSearch } from './contacts-state.ts';
import type { Checked } from './use-checked.ts';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';

/** The list on wide screens: a table with sorting, selection and links. */
export function ContactTable(props: { data: ContactsPageData; place: ContactsPlace; checked: Checked }) {
  const { data, place, checked } = props;
  const { t } = useTranslation();
  const columns = useColumns();
  const names = new Map(data.rows.map((row) => [row.cid, row.to_person]));
  const openCid = place.open.kind === 'contact' ? place.open.cid : null;
  return (
    <DataTable
      columns={columns}
      label={t('contacts.title')}
      onOpen={(row) => place.show({ kind: 'contact', cid: row.cid })}
      onSort={({ key }) => place.sortBy(key as ContactSort)}
      rowKey={(row) => row.cid}
      rowState={(row) => (row.cid === openCid ? 'open' : undefined)}
      rows={data.rows}
      selection={{
        selected: checked.ids,
        onChange: checked.set,
        allLabel: t('contacts.selectAll'),
        rowLabel: (cid) => t('contacts.select', { name: names.get(cid) ?? '' }),
        allElsewhere: true,
      }}
      sort={{ key: place.sort, order: place.order }}
    />
  );
}

function useColumns(): readonly Column<ContactRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'to_person',
        head: t('contacts.column.to_person'),
        sortable: true,
        cell: (row) => <Person row={row} />,
        className: 'contact-cell',
      },
      {
        key: 'company',
        head: t('contacts.column.company'),
        sortable: true,
        cell: (row) => row.company,
        className: 'contact-cell contact-company',
      },
      {
        key: 'faxnum',
        head: t('contacts.column.faxnum'),
        sortable: true,
        align: 'end',
        cell: (row) => <bdi dir="ltr">{formatFaxNumber(row.faxnum)}</bdi>,
        className: 'num contact-number',
        width: '150px',
      },
    ],
    [t],
  );
}

/** The whole row is clickable; the link is for keyboard users, and for opening another tab. */
function Person(props: { row: ContactRow }) {
  const { row } = props;
  return (
    <span className="contact-who">
      <Avatar name={row.to_person} size="sm" />
      <Link
        className="who trunc"
        dir="auto"
        id={`contact-${row.cid}`}
        search={(from) => openSearch(readContactsSearch(from), { kind: 'contact', cid: row.cid })}
        to="/contacts"
      >
        {row.to_person}
      </Link>
    </span>
  );
}
