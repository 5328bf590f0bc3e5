import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import {
  OFFICE_CPU_SECONDS,
  PDF_BYTES,
  PROGRAM_DATA_BYTES,
  PROGRAM_OPEN_FILES,
  PROGRAM_PROCESSES,
  PROGRAM_TMP_BYTES,
} from '../limits.ts';
import type { Confinement, ProgramCommand } from '../sandbox/confine.ts';
import { confine, findTool } from '../sandbox/confine.ts';

const WORKER = fileURLToPath(new URL('office-worker.py', import.meta.url));
const WORKER_INSIDE = '/f2e/office-worker.py';

/** Where packages install LibreOffice; only folders below /usr, because only those are visible in the sandbox. */
const SOFFICE = ['/usr/lib/libreoffice/program/soffice', '/usr/lib64/libreoffice/program/soffice'];
/** Python's bridge to LibreOffice (Debian: python3-uno), and the system's Python, which loads it. */
const UNO = ['/usr/lib/python3/dist-packages/uno.py', '/usr/lib/libreoffice/program/uno.py'];
const PYTHON = '/usr/bin/python3';

/** Returns which part of LibreOffice is missing here, as a sentence for the operator; `undefined` if nothing is. */
export function missingForOffice(): string | undefined {
  if (findSoffice() === undefined) return 'LibreOffice is not installed';
  if (!existsSync(PYTHON) || !UNO.some((path) => existsSync(path))) return 'python3-uno is not installed';
  return undefined;
}

function findSoffice(): string | undefined {
  return SOFFICE.find((path) => existsSync(path)) ?? findTool('soffice');
}

/** Returns the command of a LibreOffice worker that may use `folder`; in the sandbox, a private /tmp replaces it. */
export function officeCommand(confinement: Confinement, folder: string): ProgramCommand | undefined {
  const soffice = findSoffice();
  if (soffice === undefined || missingForOffice() !== undefined) return undefined;
  return confine(confinement, {
    // -I: neither the environment nor the working folder may supply modules.
    inside: [PYTHON, '-I', WORKER_INSIDE, soffice, '/tmp'],
    outside: [PYTHON, '-I', WORKER, soffice, folder],
    visible: [
      ['--ro-bind-try', '/etc/libreoffice', '/etc/libreoffice'],
      ['--ro-bind', WORKER, WORKER_INSIDE],
    ].flat(),
    folders: ['/f2e'],
    limits: {
      cpuSeconds: OFFICE_CPU_SECONDS,
      dataBytes: PROGRAM_DATA_BYTES,
      fileBytes: PDF_BYTES,
      openFiles: PROGRAM_OPEN_FILES,
      processes: PROGRAM_PROCESSES,
      tmpBytes: PROGRAM_TMP_BYTES,
    },
  });
}
