import { useTranslation } from 'react-i18next';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';

/** The list on phones: initials, person, company, fax number (MOB-10). */
export function ContactItems(props: { data: ContactsPageData; place: ContactsPlace }) {
  const { data, place } = props;
  const { t } = useTranslation();
  return (
    <ul aria-label={t('contacts.title')} className="contact-items">
      {data.rows.map((row) => (
        <li key={row.cid}>
          <button
            id={`contact-${row.cid}`}
            onClick={() => place.show({ kind: 'contact', cid: row.cid })}
            type="button"
          >
            <Avatar name={row.to_person} />
            <ContactText row={row} />
            <bdi className="num contact-number" dir="ltr">
              {formatFaxNumber(row.faxnum)}
            </bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Person over company, each on one line. */
export function ContactText(props: { row: ContactRow }) {
  const { row } = props;
  return (
    <span className="contact-text">
      <span className="contact-person trunc">{row.to_person || row.company}</span>
      <span className="meta trunc">{row.company}</span>
    </span>
  );
}
