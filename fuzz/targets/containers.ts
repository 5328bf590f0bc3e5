import { detectType, EXTENSIONS } from '../../src/engine/documents/detect-type.ts';
import { lookIntoContainer } from '../../src/engine/documents/detection/office-container.ts';
import { topNamesOf } from '../../src/engine/documents/detection/ole.ts';
import { lookAtZip } from '../../src/engine/documents/detection/zip.ts';
import { makeDocx, makeXlsx, paragraph } from '../../src/engine/documents/fixtures/make-office.ts';
import { makeOle } from '../../src/engine/documents/fixtures/make-ole.ts';
import { checkFile } from '../../src/server/features/faxes/compose/check-file.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const NAMES = [...Object.keys(EXTENSIONS), 'exe', 'constructor', ''];

/** Type detection of files: first bytes, ZIP and OLE containers. The first byte of an input selects the extension. */
export const target: FuzzTarget = {
  covers: [
    '/src/engine/documents/detect',
    '/src/engine/documents/postscript/job-header',
    '/src/server/features/faxes/compose/',
  ],
  maxBytes: 1024 * 1024,
  seeds: () => [
    Buffer.concat([Buffer.from([9]), makeOle(['WordDocument', '1Table', 'Data', 'Four', 'Five'])]),
    Buffer.concat([Buffer.from([10]), makeDocx(paragraph('x'))]),
    Buffer.concat([Buffer.from([12]), makeXlsx('')]),
    seed('\u0000%PDF-1.7'),
    seed('\u0008plain text'),
  ],
  run: (input) => {
    const name = `file.${NAMES[(input[0] ?? 0) % NAMES.length]}`;
    const file = input.subarray(1);
    const found = detectType(file, name);
    checkFile(name, file);
    const look = lookIntoContainer(file);
    lookAtZip(file);
    holds(topNamesOf(file).size <= file.length / 128, 'every name of a compound file has an entry');
    if (found.kind === 'known' && look.kind === 'refused')
      holds(!found.type.endsWith('x'), 'a refused archive is no document');
  },
};
