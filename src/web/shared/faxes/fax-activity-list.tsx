import './fax-activity.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Cloud, Download, Eye, History, Mail, Printer } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { AccessKind, ActivityEntry } from '#contract/audit/fax-activity.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Icon } from '#web/ui/icon.tsx';
import { browserName } from '#contract/kit/browser-name.ts';
import { formatDateTime } from '#web/kit/format-date.ts';

const ICONS: Readonly<Record<AccessKind, LucideIcon>> = {
  open: Eye,
  download: Download,
  print: Printer,
  mail: Mail,
  copy: Cloud,
  log: History,
};

/** Forms of a download or export that have their own text. */
const FORMS = ['pdf', 'tiff', 'zip', 'report', 'original', 'csv', 'draft', 'forward'] as const;

/**
 * Lists who did what with which fax, when and from where. `faxes` says whether to name the fax, which the activity of a
 * single fax need not.
 */
export function FaxActivityList(props: { rows: readonly ActivityEntry[]; label: string; faxes: boolean }) {
  const { rows, label, faxes } = props;
  const { t } = useTranslation();
  return (
    <ul aria-label={label} className="acts">
      {rows.map((row) => (
        <li key={row.id}>
          <Icon as={ICONS[row.kind]} size="s" />
          <div className="acts-what">
            <p>
              <b className="strong">{whoOf(row, t)}</b> {whatOf(row, t)}
            </p>
            {faxes && row.fid !== '' && <p>{faxOf(row, t)}</p>}
            <p className="meta">{fromOf(row)}</p>
          </div>
          <bdi className="num meta" dir="ltr">
            {formatDateTime(row.at)}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

function whoOf({ by, name }: ActivityEntry, t: TFunction): string {
  // A program of the account uses a key, which the entry names; people appear under their own names.
  if (by === 'account' && (name === '' || name.startsWith('key_')))
    return [t('activity.by.account'), name].filter(Boolean).join(' · ');
  if (by === 'account') return name;
  return by === 'recipient' || by === 'storage' ? name : t(`activity.by.${by}`, { name });
}

function whatOf({ kind, form }: ActivityEntry, t: TFunction): string {
  // Copies have a form, too, but that they are copies says more.
  const known = kind === 'copy' ? undefined : FORMS.find((one) => one === form);
  return known === undefined ? t(`activity.did.${kind}`) : t(`activity.form.${known}`);
}

function faxOf({ fid, party, number }: ActivityEntry, t: TFunction): string {
  const other = party || formatFaxNumber(number) || number;
  return other === '' ? t('activity.faxNo', { fid }) : t('activity.fax', { party: other });
}

function fromOf({ address, device }: ActivityEntry): string {
  const { browser, system } = browserName(device);
  return [address, browser, system].filter((part) => part !== '').join(' · ');
}
