import { build, isBuilt } from './built-folder.mjs';
import { runStep } from './processes.mjs';
import { LOCKFILE, SetupError, inProject, pinnedNode, say } from './project.mjs';

/** The built pages. */
export const WEB = {
  name: 'web',
  sources: ['src/web', 'src/contract', 'locales', 'vite.config.ts', 'vite.files.config.ts', LOCKFILE],
};

/** Whether dist/web was built from the current sources. */
export function webIsReady() {
  return isBuilt(WEB);
}

/** Builds the pages if their sources changed. */
export async function provideWeb() {
  if (!webIsReady()) await buildWeb();
}

/** Builds the pages. Throws SetupError. */
export async function buildWeb() {
  say('building the web pages (vite build)');
  await build(WEB, async (fresh) => {
    const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
    const options = ['--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
    const status = await runStep(pinnedNode(), [vite, 'build', ...options]);
    if (status !== 0) throw new SetupError('The web pages could not be built; the messages above say why.');
  });
}
