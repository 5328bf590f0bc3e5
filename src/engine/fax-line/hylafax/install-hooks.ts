import { constants } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The scripts as shipped; @HOOKS@ stands for the folder that they share with the product. */
const SHIPPED = join(import.meta.dirname, 'hooks');

/** The path of each script in the spool, as the daemons see it, and the setting that makes them run it. */
const SCRIPTS = [
  { script: 'notify', path: 'bin/f2e-notify', setting: 'NotifyCmd', of: 'scheduler' },
  { script: 'faxrcvd', path: 'bin/f2e-faxrcvd', setting: 'FaxRcvdCmd', of: 'modems' },
  { script: 'dynamic-config', path: 'etc/f2e-dynamic-config', setting: 'DynamicConfig', of: 'modems' },
] as const;

/** Where Debian's package keeps the configuration: its units mount it over the spool's `etc`, for the daemons only. */
const DEBIAN_ETC = '/etc/hylafax';

/** Both the product and HylaFAX write here, and nobody else may read it: it reveals who blocks whom. */
const FOLDER_MODE = 0o2770;
const SCRIPT_MODE = 0o755;

/** The result: the files that were written, or a sentence that says why nothing was. */
export type HooksOutcome =
  | { kind: 'ok'; folder: string; changed: string[] }
  | { kind: 'refused'; reason: string };

/**
 * Installs the scripts into a HylaFAX spool on this machine and enables them in its configuration. A server that
 * already runs its own script keeps it, and nothing is changed. `owner` is the user ID that the product runs as;
 * `packaged` is the configuration folder if the spool's `etc` has none.
 */
export async function installHooks(
  spool: string,
  owner: number,
  packaged = DEBIAN_ETC,
): Promise<HooksOutcome> {
  const own = join(spool, 'etc');
  const etc = (await modemsIn(own)).length > 0 ? own : packaged;
  const modems = await modemsIn(etc);
  const received = await stat(join(spool, 'recvq')).catch(() => null); // There is no spool.
  if (received === null || modems.length === 0)
    return refused(`${spool} is no HylaFAX spool with a modem in it.`);
  const folder = join(spool, 'f2e');
  const plans: { path: string; text: string }[] = [];
  for (const name of ['config', ...modems]) {
    const path = join(etc, name);
    const before = await readFile(path, 'latin1');
    const text = configured(before, name === 'config' ? 'scheduler' : 'modems');
    if (text === null) return refused(`${path} names a script of its own for ${namesOf(name).join(' or ')}.`);
    if (text !== before) plans.push({ path, text });
  }
  await mkdir(folder, { recursive: true });
  await chown(folder, owner, received.gid);
  await chmod(folder, FOLDER_MODE);
  for (const { script, path } of SCRIPTS) {
    const place = path.startsWith('etc/') ? join(etc, path.slice('etc/'.length)) : join(spool, path);
    await installScript(script, place, folder);
  }
  for (const { path, text } of plans) await replace(path, text);
  return { kind: 'ok', folder, changed: plans.map(({ path }) => path) };
}

/** Returns the names of the modem configuration files in this folder. */
async function modemsIn(etc: string): Promise<string[]> {
  const names = await readdir(etc).catch(() => []); // Without the folder there are no modems.
  return names.filter((name) => /^config\.[\w.-]+$/.test(name) && !name.endsWith('.f2e-before'));
}

/** Returns the configuration with our settings appended; null if it has conflicting ones. */
function configured(text: string, of: 'scheduler' | 'modems'): string | null {
  let result = text;
  for (const { setting, path } of SCRIPTS.filter((script) => script.of === of)) {
    const set = new RegExp(`^\\s*${setting}\\s*:\\s*(\\S+)`, 'im').exec(text)?.[1];
    if (set !== undefined && set !== path) return null;
    if (set === undefined) result += `${result.endsWith('\n') ? '' : '\n'}${setting}: ${path}\n`;
  }
  return result;
}

function namesOf(config: string): string[] {
  const of = config === 'config' ? 'scheduler' : 'modems';
  return SCRIPTS.filter((script) => script.of === of).map(({ setting }) => setting);
}

async function installScript(script: string, path: string, folder: string): Promise<void> {
  const text = await readFile(join(SHIPPED, script), 'utf8');
  await writeFile(path, text.replaceAll('@HOOKS@', folder), { mode: SCRIPT_MODE });
  await chmod(path, SCRIPT_MODE);
}

/** Replaces the file; keeps a copy of the original beside it, and its owner. */
async function replace(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await stat(path);
  await copyFile(path, `${path}.f2e-before`, constants.COPYFILE_EXCL).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  await writeFile(`${path}.f2e-new`, text, { encoding: 'latin1', mode });
  await chown(`${path}.f2e-new`, uid, gid);
  await rename(`${path}.f2e-new`, path);
}

function refused(reason: string): HooksOutcome {
  return { kind: 'refused', reason };
}
