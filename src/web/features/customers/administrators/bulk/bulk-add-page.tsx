import '#web/ui/card.css';
import '../block-rows.css';
import '../log-table.css';
import './bulk-add.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Download, FileUp } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { BULK_HEADINGS, BULK_MAX_LINES, bulkResultLine } from '#contract/customers/bulk-add.ts';
import type { BulkRow } from '#contract/customers/bulk-add.ts';
import { saveFile } from '#web/kit/save-file.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { MultifaxFrame } from '../multifax-frame.tsx';
import { useBulkAdd } from './use-bulk-add.ts';
import type { BulkAdd } from './use-bulk-add.ts';

const TONES = { ready: 'info', refused: 'bad', added: 'ok', known: 'neutral' } as const;

/** Adds many fax accounts from one CSV file: choose, review, add, save the result. */
export function BulkAddPage(props: { onDone: () => void }) {
  const { t } = useTranslation();
  const run = useBulkAdd();
  const busy = run.stage === 'reading' || run.stage === 'adding';
  return (
    <MultifaxFrame
      back={{ label: t('multifax.accounts.title'), go: props.onDone }}
      lead={t('multifax.bulk.lead', { max: BULK_MAX_LINES })}
      title={t('multifax.bulk.title')}
    >
      {run.problem !== null && (
        <div className="mf-note">
          <Banner tone="bad">{run.problem}</Banner>
        </div>
      )}
      <DropZone
        accept=".csv,text/csv"
        chooseText={t('multifax.bulk.choose')}
        disabled={busy}
        dropText={t('multifax.bulk.drop')}
        icon={FileUp}
        label={t('multifax.bulk.file')}
        multiple={false}
        onFiles={([file]) => file !== undefined && run.choose(file)}
      />
      <Button onClick={saveSample} variant="link">
        {t('multifax.bulk.sample')}
      </Button>
      {run.rows.length > 0 && <Preview run={run} />}
    </MultifaxFrame>
  );
}

function Preview(props: { run: BulkAdd }) {
  const { run } = props;
  const { t } = useTranslation();
  const columns = useColumns();
  const count = (state: BulkRow['state']) => run.rows.filter((row) => row.state === state).length;
  return (
    <>
      <div className="mf-bulk-bar">
        <p aria-live="polite" className="num">
          {t(run.stage === 'done' ? 'multifax.bulk.doneSummary' : 'multifax.bulk.summary', {
            ready: count('ready'),
            refused: count('refused'),
            added: count('added'),
            known: count('known'),
          })}
        </p>
        <span className="grow" />
        {run.stage === 'done' || count('added') > 0 ? (
          <Button icon={Download} onClick={run.saveResult}>
            {t('multifax.bulk.result')}
          </Button>
        ) : null}
        {run.stage !== 'done' && (
          <Button
            busy={run.stage === 'adding'}
            busyLabel={t('multifax.bulk.adding')}
            disabled={run.ready === 0}
            onClick={run.start}
            variant="primary"
          >
            {t('multifax.bulk.start', { count: run.ready })}
          </Button>
        )}
      </div>
      {run.stage === 'adding' && (
        <Progress label={t('multifax.bulk.adding')} value={(run.progress / run.rows.length) * 100} />
      )}
      <div className="card mf-table mf-rows mf-log">
        <DataTable
          columns={columns}
          label={t('multifax.bulk.lines', { file: run.name })}
          rowKey={(row) => String(row.line)}
          rows={run.rows}
        />
      </div>
    </>
  );
}

function useColumns(): readonly Column<BulkRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'line',
        head: t('multifax.bulk.line'),
        width: '80px',
        cell: ({ line }) => <span className="num meta">{line}</span>,
      },
      {
        key: 'email',
        head: t('multifax.accounts.head.email'),
        cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
      },
      {
        key: 'input',
        head: t('multifax.accounts.head.type'),
        cell: ({ type, area, number }) => (
          <bdi dir="ltr">{[type, area, formatFaxNumber(number) ?? number].filter(Boolean).join(' · ')}</bdi>
        ),
      },
      {
        key: 'state',
        head: t('multifax.accounts.head.status'),
        cell: ({ state, fault, faxnumber }) => (
          <span className="mf-bulk-state">
            <Pill tone={TONES[state]}>{t(`multifax.bulk.state.${state}`)}</Pill>
            {fault !== null && <span>{t(`multifax.bulk.fault.${fault}`)}</span>}
            {faxnumber !== null && (
              <bdi className="num strong" dir="ltr">
                {formatFaxNumber(faxnumber)}
              </bdi>
            )}
          </span>
        ),
      },
    ],
    [t],
  );
}

/** Saves a sample with one line of each kind. */
function saveSample(): void {
  const lines = [
    BULK_HEADINGS,
    ['front-desk@example.com', 'local', '212', ''],
    ['sales@example.com', 'tollfree', '', ''],
    ['billing@example.com', 'port', '', '6175550139'],
  ];
  saveFile(
    new Blob(['\uFEFF', ...lines.map((cells) => bulkResultLine(cells))], { type: 'text/csv' }),
    'accounts-sample.csv',
  );
}
