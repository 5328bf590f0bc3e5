import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BULK_MAX_CHARS, BULK_STEP, bulkAddServices, bulkResultLine } from '#contract/customers/bulk-add.ts';
import type { BulkRow } from '#contract/customers/bulk-add.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { textOf } from '#web/kit/file-text.ts';
import { saveFile } from '#web/kit/save-file.ts';
import { useRefreshAccounts } from '../accounts/use-accounts.ts';

const RESULT_HEADS = ['line', 'email', 'type', 'area', 'number', 'result', 'faxnumber', 'reason'];

/** The state of a file of accounts: chosen, reviewed, being added, done. */
export interface BulkAdd {
  name: string;
  rows: readonly BulkRow[];
  /** The number of lines that would be added, or remain to be added. */
  ready: number;
  stage: 'choose' | 'reading' | 'preview' | 'adding' | 'done';
  /** The number of lines done so far. */
  progress: number;
  problem: string | null;
  choose: (file: File) => void;
  start: () => void;
  forget: () => void;
  saveResult: () => void;
}

const NO_FILE = { name: '', text: '' };
const AT_FIRST: Pick<BulkAdd, 'stage' | 'progress' | 'problem'> = {
  stage: 'choose',
  progress: 0,
  problem: null,
};

/** Reads a file, shows each line's effect, adds ten lines per call; after a lost connection, the same file resumes. */
export function useBulkAdd(): BulkAdd {
  const { t } = useTranslation();
  const refresh = useRefreshAccounts();
  const [file, setFile] = useState(NO_FILE);
  const [rows, setRows] = useState<readonly BulkRow[]>([]);
  const [run, setRun] = useState(AT_FIRST);
  const show = (change: Partial<typeof AT_FIRST>) => setRun((now) => ({ ...now, ...change }));

  const forget = () => {
    setFile(NO_FILE);
    setRows([]);
    setRun(AT_FIRST);
  };
  const choose = async (chosen: File) => {
    forget();
    show({ stage: 'reading' });
    try {
      const read = await readRows(chosen);
      setFile({ name: chosen.name, text: read.text });
      setRows(read.rows);
      show({ stage: 'preview' });
    } catch (error) {
      show({ stage: 'choose', problem: wordsOf(error) || t('multifax.bulk.unreadable') });
    }
  };
  const start = async () => {
    show({ stage: 'adding', problem: null, progress: 0 });
    try {
      for (let from = 0; from < rows.length; from += BULK_STEP) {
        const reply = await callApi(bulkAddServices, { body: { text: file.text, from } });
        setRows((now) => [...now.slice(0, from), ...reply.rows, ...now.slice(from + reply.rows.length)]);
        show({ progress: Math.min(rows.length, from + BULK_STEP) });
      }
      show({ stage: 'done' });
    } catch (error) {
      // Added accounts stay; a restart finds those lines done.
      show({ stage: 'preview', problem: wordsOf(error) || t('multifax.bulk.interrupted') });
    }
    await refresh();
  };
  return {
    ...run,
    name: file.name,
    rows,
    forget,
    saveResult: useResult(file.name, rows),
    ready: rows.filter(({ state }) => state === 'ready').length,
    choose: (chosen) => void choose(chosen),
    start: () => void start(),
  };
}

/** Reads the text of a file, and the effect of each of its lines. */
async function readRows(chosen: File) {
  // Such a large file is certainly the wrong one; it is not even read.
  if (chosen.size > BULK_MAX_CHARS * 4) throw new ApiError(0, 'TOO_BIG');
  const text = textOf(new Uint8Array(await chosen.arrayBuffer()));
  const { rows } = await callApi(bulkAddServices, { body: { text, dryRun: '1' } });
  return { text, rows };
}

/** Saves the result of every line, as CSV in which no spreadsheet runs formulas. */
function useResult(fileName: string, rows: readonly BulkRow[]): () => void {
  const { t } = useTranslation();
  return () => {
    const lines = rows.map(({ line, email, type, area, number, state, faxnumber, fault }) => {
      const reason = fault === null ? '' : t(`multifax.bulk.fault.${fault}`);
      const result = t(`multifax.bulk.state.${state}`);
      return bulkResultLine([String(line), email, type, area, number, result, faxnumber ?? '', reason]);
    });
    const file = new Blob(['\uFEFF', bulkResultLine(RESULT_HEADS), ...lines], { type: 'text/csv' });
    saveFile(file, `${fileName.replace(/\.[^.]*$/u, '')}-result.csv`);
  };
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}
