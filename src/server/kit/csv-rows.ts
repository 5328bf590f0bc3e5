import { CsvError, parse } from 'csv-parse/sync';

/** One row of a file: its cells and its line number. */
export interface CsvRow {
  record: string[];
  info: { lines: number };
}

/**
 * Reads an uploaded CSV file: comma, semicolon or tab between cells, with or without a byte order mark, empty lines
 * skipped. Returns null if it is not a CSV file. Reads at most `most` rows, none longer than `maxRow` characters, so
 * that no file can fill the memory.
 */
export function readCsvRows(text: string, limits: { most: number; maxRow: number }): CsvRow[] | null {
  try {
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: limits.maxRow,
      to: limits.most,
    }) as never;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
