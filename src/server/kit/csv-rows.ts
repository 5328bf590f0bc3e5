import { CsvError, parse } from 'csv-parse/sync';

/** One line of a file: its cells, and where it stands. */
export interface CsvRow {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a file that somebody sends: comma, semicolon or tab between cells, with or without a byte order mark, empty lines left out. Null when it is no
 * CSV file. At most `most` rows are read, none longer than `maxRow` characters: another file must not fill the memory.
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
