import { fileURLToPath } from 'node:url';

import {
  CHILD_CPU_SECONDS,
  CHILD_DATA_BYTES,
  CHILD_FILE_BYTES,
  CHILD_HEAP_MB,
  CHILD_OPEN_FILES,
  CHILD_PROCESSES,
  CHILD_WORK_MS,
  CONVERSION_WALL_MS,
} from '../limits.ts';
import type { Paper } from '../port.ts';
import { paperArgument } from '../raster/sheet-size.ts';
import type { Confinement, ProgramCommand } from './confine.ts';
import { confine } from './confine.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const CHILD_MAIN = 'src/engine/documents/sandbox/child-main.ts';

/** The packages that converters load, with their dependencies: nothing else in node_modules is visible inside. */
const PACKAGES = [
  'sharp',
  '@img',
  'detect-libc',
  'semver',
  '@embedpdf',
  '@myriaddreamin',
  '@cornerstonejs',
  'bmp-ts',
  'chardet',
  'zxing-wasm',
];

/** The project's path inside the sandbox: the same wherever it is outside. */
const INSIDE = '/f2e';

/** Bytes of the private /tmp of a child, which needs next to nothing there. */
const PRIVATE_TMP_BYTES = 64 * 1024 * 1024;

const NODE_FLAGS = [`--max-old-space-size=${CHILD_HEAP_MB}`, '--disable-warning=ExperimentalWarning'];

function projectFolders(): string[] {
  const modules = PACKAGES.map((name) => `node_modules/${name}`);
  const paths = [...modules, 'src/engine/documents', 'package.json'];
  return paths.flatMap((path) => ['--ro-bind', `${PROJECT}${path}`, `${INSIDE}/${path}`]);
}

/** Returns the CPU seconds of a child that may work `wallMs` on its last document, with two threads, after others. */
function cpuSecondsFor(wallMs: number): number {
  return Math.max(CHILD_CPU_SECONDS, Math.ceil((2 * (wallMs + 2 * CHILD_WORK_MS)) / 1000));
}

/**
 * Returns the command of one converter child under the given confinement; `undefined` if that is not possible here.
 * `wallMs` is the time limit of one of its documents.
 */
export function childCommand(
  confinement: Confinement,
  {
    main = CHILD_MAIN,
    wallMs = CONVERSION_WALL_MS,
    paper = 'letter',
  }: { main?: string; wallMs?: number | undefined; paper?: Paper | undefined } = {},
): ProgramCommand | undefined {
  return confine(confinement, {
    inside: [`${INSIDE}/node`, ...NODE_FLAGS, `${INSIDE}/${main}`, paperArgument(paper)],
    outside: [process.execPath, ...NODE_FLAGS, `${PROJECT}${main}`, paperArgument(paper)],
    visible: [...projectFolders(), '--ro-bind', process.execPath, `${INSIDE}/node`],
    folders: [INSIDE, `${INSIDE}/node_modules`, `${INSIDE}/src`, `${INSIDE}/src/engine`],
    limits: {
      cpuSeconds: cpuSecondsFor(wallMs),
      dataBytes: CHILD_DATA_BYTES,
      fileBytes: CHILD_FILE_BYTES,
      openFiles: CHILD_OPEN_FILES,
      processes: CHILD_PROCESSES,
      tmpBytes: PRIVATE_TMP_BYTES,
    },
  });
}
