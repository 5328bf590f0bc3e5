import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { CircleCheck, CircleMinus, Columns3, Download, RefreshCw, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ImportFault, ImportOutcome } from '#contract/mailbox/contacts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { ContactFile } from './contact-file.ts';
import { faultText } from './contact-words.ts';
import { saveFile } from '#web/kit/save-file.ts';

/** How many faulty lines are shown; the file lists all of them, and people correct them there anyway. */
const FAULTS_SHOWN = 10;

/** The result of an import in advance: how many contacts are added or changed, and every line that cannot be used. */
export function ImportPreview(props: { file: ContactFile; outcome: ImportOutcome }) {
  const { file, outcome } = props;
  const { t } = useTranslation();
  const { imported, updated, skipped, errors, ignored = [] } = outcome;
  return (
    <div className="import-preview">
      <ul className="import-counts">
        <Fact
          count={imported}
          icon={CircleCheck}
          text={t('contacts.preview.imported', { count: imported })}
          tone="ok"
        />
        <Fact
          count={updated}
          icon={RefreshCw}
          text={t('contacts.preview.updated', { count: updated })}
          tone="info"
        />
        <Fact
          count={skipped}
          icon={CircleMinus}
          text={t('contacts.preview.skipped', { count: skipped })}
          tone="info"
        />
        <Fact
          count={errors.length}
          icon={TriangleAlert}
          text={t('contacts.preview.refused', { count: errors.length })}
          tone="bad"
        />
        <Fact
          count={ignored.length}
          icon={Columns3}
          text={t('contacts.preview.ignored', { count: ignored.length, columns: ignored.join(', ') })}
          tone="info"
        />
      </ul>
      {imported + updated + skipped + errors.length === 0 && <p>{t('contacts.preview.nothing')}</p>}
      {errors.length > 0 && <Faults errors={errors} file={file} />}
    </div>
  );
}

function Fact(props: { count: number; icon: LucideIcon; text: string; tone: 'ok' | 'info' | 'bad' }) {
  if (props.count === 0) return null;
  return (
    <li data-tone={props.tone}>
      <Icon as={props.icon} size="s" />
      {props.text}
    </li>
  );
}

function Faults(props: { file: ContactFile; errors: readonly ImportFault[] }) {
  const { file, errors } = props;
  const { t } = useTranslation();
  const more = errors.length - FAULTS_SHOWN;
  return (
    <div className="import-faults">
      <ol aria-label={t('contacts.preview.faults')}>
        {errors.slice(0, FAULTS_SHOWN).map((fault) => (
          <li key={fault.line}>
            <span className="strong num">
              {t('contacts.preview.line', { line: file.lines[fault.line - 1]?.number ?? fault.line })}
            </span>{' '}
            {reason(t, fault, file)}
            <code className="trunc">{file.lines[fault.line - 1]?.text}</code>
          </li>
        ))}
      </ol>
      <div className="between">
        <span className="meta">{more > 0 && t('contacts.preview.more', { count: more })}</span>
        <Button
          icon={Download}
          onClick={() => saveFile(faultsFile(t, file, errors), 'contacts-not-imported.csv')}
          size="sm"
          variant="quiet"
        >
          {t('contacts.preview.download')}
        </Button>
      </div>
    </div>
  );
}

function reason(t: TFunction, fault: ImportFault, { kind }: ContactFile): string {
  if (kind === 'vcard' && fault.reason === 'LINE_UNREADABLE') return t('contacts.fault.card');
  return faultText(t, fault.field ?? 'to_person', fault.reason);
}

/** Returns the faulty lines with their numbers and reasons, for correcting them in a spreadsheet. */
function faultsFile(t: TFunction, file: ContactFile, errors: readonly ImportFault[]): Blob {
  const lines = errors.map((fault) => {
    const line = file.lines[fault.line - 1];
    return [String(line?.number ?? fault.line), reason(t, fault, file), line?.text ?? ''];
  });
  const head = [
    t('contacts.preview.columnLine'),
    t('contacts.preview.columnReason'),
    t('contacts.preview.columnText'),
  ];
  return new Blob([`\uFEFF${[head, ...lines].map(csvLine).join('\r\n')}\r\n`], { type: 'text/csv' });
}

/** Quotes every cell; a text that a spreadsheet would run as a formula gets a leading apostrophe (A-CONTACT-01). */
function csvLine(cells: readonly string[]): string {
  const safe = cells.map((cell) => (/^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell));
  return safe.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
}
