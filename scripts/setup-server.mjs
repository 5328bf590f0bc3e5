import { build, isBuilt } from './built-folder.mjs';
import { runStep } from './processes.mjs';
import { LOCKFILE, SetupError, inProject, pinnedNode, say } from './project.mjs';

/** The bundled service and operator command: they start with a third less processor time and use less memory. */
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

/** The sources of the programs, which run directly if they were changed but not built. */
const PROGRAMS = {
  server: inProject('src', 'server', 'main.ts'),
  f2e: inProject('src', 'operator', 'main.ts'),
};

/** Whether dist/server was built from the current sources. */
export function serverIsReady() {
  return isBuilt(SERVER);
}

/** Returns the file that Node runs. @param {keyof typeof PROGRAMS} name */
export function programFile(name) {
  return serverIsReady() ? inProject('dist', 'server', `${name}.js`) : PROGRAMS[name];
}

/** Bundles the programs if their sources changed. */
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
