import './import-page.css';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChevronLeft, FileSpreadsheet, FileUp, X } from 'lucide-react';
import { CONTACT_HEADINGS } from '#contract/mailbox/contacts.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ContactFile } from './contact-file.ts';
import { ImportPreview } from './import-preview.tsx';
import { saveFile } from '#web/kit/save-file.ts';
import { useImport } from './use-import.ts';
import type { ContactImport, DuplicateMode } from './use-import.ts';

/** Contacts | Import: chooses a CSV or vCard file, previews the result, and imports it (IMP-01). */
export function ImportPage() {
  const { t } = useTranslation();
  const run = useImport();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/contacts' });
  usePageTitle(t('contacts.importTitle'));
  return (
    <div className="import">
      <MobileBar
        start={<IconButton flip icon={ArrowLeft} label={t('contacts.title')} onPress={back} size="touch" />}
        title={t('contacts.importTitle')}
      />
      <div className="import-box">
        {narrow ? (
          <p className="import-lead">{t('contacts.importLead')}</p>
        ) : (
          <header>
            <Link className="import-back" to="/contacts">
              <Icon as={ChevronLeft} flip size="s" />
              {t('contacts.title')}
            </Link>
            <h1 tabIndex={-1}>{t('contacts.importTitle')}</h1>
            <p className="import-lead">{t('contacts.importLead')}</p>
          </header>
        )}
        <Card className="import-card">
          <ChooseFile run={run} />
          <RadioList
            label={t('contacts.duplicates.label')}
            onChange={(mode) => run.setMode(mode as DuplicateMode)}
            options={[
              { value: '0', label: t('contacts.duplicates.skip'), hint: t('contacts.duplicates.skipHint') },
              {
                value: '1',
                label: t('contacts.duplicates.replace'),
                hint: t('contacts.duplicates.replaceHint'),
              },
            ]}
            value={run.mode}
          />
          <Preview run={run} />
        </Card>
        <div className="import-foot">
          <Link className="btn" to="/contacts">
            {t('app.cancel')}
          </Link>
          <StartButton run={run} />
        </div>
      </div>
    </div>
  );
}

function ChooseFile(props: { run: ContactImport }) {
  const { run } = props;
  const { t } = useTranslation();
  return (
    <div className="import-choose">
      <DropZone
        accept=".csv,.vcf,.vcard,text/csv,text/vcard"
        chooseText={t('contacts.file.choose')}
        disabled={run.running}
        dropText={t('contacts.file.drop')}
        hint={t('contacts.file.limit')}
        icon={FileUp}
        label={t('contacts.file.label')}
        multiple={false}
        onFiles={run.choose}
      />
      {run.file !== null && <ChosenFile file={run.file} run={run} />}
      <Button onClick={() => saveFile(sampleFile(), 'contacts-sample.csv')} variant="link">
        {t('contacts.sample')}
      </Button>
    </div>
  );
}

function ChosenFile(props: { file: ContactFile; run: ContactImport }) {
  const { file, run } = props;
  const { t } = useTranslation();
  const { outcome } = run;
  const count = outcome && outcome.imported + outcome.updated + outcome.skipped + outcome.errors.length;
  return (
    <div className="import-file">
      <Icon as={FileSpreadsheet} />
      <div className="grow">
        <div className="strong trunc">{file.name}</div>
        <div className="meta num">
          {count !== undefined && `${t('contacts.file.lines', { count })} · `}
          {formatBytes(file.size)}
        </div>
      </div>
      <IconButton
        disabled={run.running}
        icon={X}
        label={t('contacts.file.remove')}
        onPress={run.forget}
        size="sm"
      />
    </div>
  );
}

function Preview(props: { run: ContactImport }) {
  const { file, outcome, problem, retry } = props.run;
  const { t } = useTranslation();
  if (file === null) return null;
  if (problem !== undefined) return <LoadFailed onRetry={retry} text={problem || t('app.unreachable')} />;
  if (outcome === undefined)
    return (
      <p className="import-reading meta">
        <Spinner /> {t('contacts.preview.reading')}
      </p>
    );
  return <ImportPreview file={file} outcome={outcome} />;
}

function StartButton(props: { run: ContactImport }) {
  const { run } = props;
  const { t } = useTranslation();
  const { outcome } = run;
  const count = outcome === undefined ? 0 : outcome.imported + outcome.updated;
  const idle = run.file === null || outcome === undefined;
  return (
    <Button
      busy={run.running}
      busyLabel={t('contacts.importing')}
      disabled={idle || count === 0}
      onClick={run.start}
      variant="primary"
    >
      {idle ? t('contacts.import') : t('contacts.importCount', { count })}
    </Button>
  );
}

/** Returns a sample file with two contacts. */
function sampleFile(): Blob {
  const lines = [
    CONTACT_HEADINGS.join(','),
    'Dana Whitfield,Brightside Signs & Print,6465550124,6465550125,dana@example.com,"12 Main St, New York",Prefers mornings',
    'Michael Okafor,Lakeside Clinic,9145550182,,,,',
  ];
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
}
