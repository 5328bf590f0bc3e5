import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Check } from 'lucide-react';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useRowTouch } from '#web/ui/use-row-touch.ts';
import type { Checked } from './use-checked.ts';
import type { ContactsPageData, ContactsPlace } from './use-contacts.ts';

/**
 * The list on phones: initials, person, company, fax number (MOB-10). A long press selects a contact; while any is
 * selected, a tap selects others.
 */
export function ContactItems(props: {
  data: ContactsPageData;
  place: ContactsPlace;
  checked: Checked;
  selecting: boolean;
}) {
  const { data, place, checked, selecting } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useRowTouch(list, { on: true, onHold: checked.toggle, onSwipe: null });
  return (
    <ul aria-label={t('contacts.title')} className="contact-items" ref={list}>
      {data.rows.map((row) => {
        const { cid } = row;
        const isChecked = checked.ids.has(cid);
        return (
          <li data-checked={isChecked || undefined} data-id={cid} key={cid}>
            <button
              aria-pressed={selecting ? isChecked : undefined}
              id={`contact-${cid}`}
              onClick={() => (selecting ? checked.toggle(cid) : place.show({ kind: 'contact', cid }))}
              type="button"
            >
              {isChecked ? (
                <span aria-hidden className="contact-check">
                  <Icon as={Check} size="m" />
                </span>
              ) : (
                <Avatar name={row.to_person} />
              )}
              <ContactText row={row} />
              <bdi className="num contact-number" dir="ltr">
                {formatFaxNumber(row.faxnum)}
              </bdi>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Person over company, each on one line. */
export function ContactText(props: { row: ContactRow }) {
  const { row } = props;
  return (
    <span className="contact-text">
      <span className="contact-person trunc" dir="auto">
        {row.to_person || row.company}
      </span>
      <span className="meta trunc" dir="auto">
        {row.company}
      </span>
    </span>
  );
}
