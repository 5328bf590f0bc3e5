import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { build, isBuilt } from './built-folder.mjs';
import { capture, runStep } from './processes.mjs';
import { SetupError, inProject, say } from './project.mjs';

const SOURCES = 'src/engine/fax-line/sip/leg';

/** The fax engine of SIP lines, compiled for this machine against its libspandsp and libsrtp. */
const FAXLEG = { name: 'faxleg', sources: [SOURCES, 'scripts/setup-line.mjs'] };

const COMPILER_OPTIONS =
  '-std=c11 -O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now -rdynamic'.split(
    ' ',
  );
const LIBRARIES = ['-lspandsp', '-lsrtp2', '-ltiff', '-lm', '-ldl'];

/** Whether the fax engine was built from the current sources, here or where a package was made. */
export function faxlegIsBuilt() {
  return isBuilt(FAXLEG);
}

/**
 * Whether it also runs here: without arguments it exits with status 2, and with another status if a library is missing.
 */
export function faxlegIsReady() {
  return faxlegIsBuilt() && capture(inProject('dist', 'faxleg', 'faxleg'), []).status === 2;
}

/** Whether the compiler and the headers of its libraries are installed. */
export function canCompileFaxleg() {
  const headers = ['-include', 'tiffio.h', '-include', 'spandsp.h', '-include', 'srtp2/srtp.h'];
  return capture('gcc', ['-fsyntax-only', ...headers, '-x', 'c', '/dev/null']).status === 0;
}

/** Compiles the fax engine if its sources changed or it does not run here. Throws SetupError. */
export async function provideFaxleg() {
  if (faxlegIsReady()) return;
  if (!canCompileFaxleg())
    throw new SetupError(
      'The fax engine of SIP lines needs gcc, libspandsp-dev, libsrtp2-dev and libtiff-dev.',
    );
  say('compiling the fax engine of SIP lines');
  await build(FAXLEG, async (fresh) => {
    mkdirSync(fresh, { recursive: true });
    const files = readdirSync(inProject(SOURCES)).filter((name) => name.endsWith('.c'));
    const status = await runStep('gcc', [
      ...COMPILER_OPTIONS,
      '-o',
      join(fresh, 'faxleg'),
      ...files.map((name) => inProject(SOURCES, name)),
      ...LIBRARIES,
    ]);
    if (status !== 0)
      throw new SetupError('The fax engine could not be compiled; the messages above say why.');
  });
}
