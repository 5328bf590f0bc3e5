import { useTranslation } from 'react-i18next';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { Picked } from './use-picked.ts';

/** The contacts of the picker: a checkbox for all, then one line per contact; the whole line is clickable. */
export function PickerRows(props: { rows: readonly ContactRow[]; picked: Picked }) {
  const { rows, picked } = props;
  const { t } = useTranslation();
  const count = rows.filter(({ cid }) => picked.numbers.has(cid)).length;
  return (
    <ul className="picker-rows">
      <li>
        <Checkbox
          checked={count === rows.length}
          className="picker-all"
          mixed={count > 0 && count < rows.length}
          onChange={() => picked.toggleAll(rows)}
        >
          {t('contacts.selectAll')}
        </Checkbox>
      </li>
      {rows.map((row) => (
        <PickerRow
          key={row.cid}
          on={picked.numbers.has(row.cid)}
          onToggle={() => picked.toggle(row)}
          row={row}
        />
      ))}
    </ul>
  );
}

function PickerRow(props: { row: ContactRow; on: boolean; onToggle: () => void }) {
  const { row, on, onToggle } = props;
  const { t } = useTranslation();
  return (
    <li>
      <label className="picker-row" data-checked={on || undefined}>
        <input
          aria-label={t('contacts.select', { name: row.to_person })}
          checked={on}
          className="cb"
          onChange={onToggle}
          type="checkbox"
        />
        <Avatar name={row.to_person} size="sm" />
        <span className="picker-text">
          <span className="picker-person trunc" dir="auto">
            {row.to_person}
          </span>
          <span className="meta trunc" dir="auto">
            {row.company}
          </span>
        </span>
        <bdi className="num" dir="ltr">
          {formatFaxNumber(row.faxnum)}
        </bdi>
      </label>
    </li>
  );
}
