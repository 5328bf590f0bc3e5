import { build, isBuilt } from './built-folder.mjs';
import { runStep } from './processes.mjs';
import { LOCKFILE, SetupError, inProject, pinnedNode, say } from './project.mjs';

/** The service and the operator command, bundled: they start with a third less processor time and hold less memory. */
const SERVER = {
  name: 'server',
  sources: [
    'src/contract',
    'src/engine',
    'src/operator',
    'src/server',
    'scripts/bundle-server.mjs',
    LOCKFILE,
  ],
};

/** The sources of the programs, which run as they are where they were changed and not built. */
const PROGRAMS = {
  server: inProject('src', 'server', 'main.ts'),
  f2e: inProject('src', 'operator', 'main.ts'),
};

/** True when dist/server was made from the sources as they are. */
export function serverIsReady() {
  return isBuilt(SERVER);
}

/** The file that Node runs. @param {keyof typeof PROGRAMS} name */
export function programFile(name) {
  return serverIsReady() ? inProject('dist', 'server', `${name}.js`) : PROGRAMS[name];
}

/** Bundles the programs when their sources changed. */
export async function provideServer() {
  if (!serverIsReady()) await buildServer();
}

/** Bundles the programs. Throws SetupError. */
export async function buildServer() {
  say('bundling the service');
  await build(SERVER, async (fresh) => {
    const status = await runStep(pinnedNode(), [inProject('scripts', 'bundle-server.mjs'), fresh]);
    if (status !== 0) throw new SetupError('The service could not be bundled; the messages above say why.');
  });
}
