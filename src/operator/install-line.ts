import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { THIS_MACHINE, installServer } from '#engine/fax-line/hylafax/install-server.ts';
import type { ServerMachine } from '#engine/fax-line/hylafax/install-server.ts';
import type { LineAdmin, LineChange } from '#server/features/faxes/lines/manage-lines.ts';

import type { Installation } from './installation.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** The options of `line add --install`. */
interface Given {
  modem?: string;
  number?: string;
}

/** Whom the data folder belongs to. */
interface Owner {
  uid: number;
  gid: number;
}

const F2E = fileURLToPath(new URL('../../bin/f2e.mjs', import.meta.url));
const LINES = z.object({ lines: z.array(z.object({ name: z.string() })) });

/**
 * Sets HylaFAX up on this machine and adds its line; gives what is left to do by hand. Only the machine is changed as
 * root: a file that root made in the data folder could not be read by the service. So the lines are listed by a process
 * of the folder's owner, and this process becomes that user before it opens the database. Throws CommandRefusal.
 */
export async function addInstalledLine(
  { config, lines }: Pick<Installation, 'config' | 'lines'>,
  line: Parameters<LineAdmin['addLine']>[0],
  { modem = '', number = '' }: Given,
  machine: ServerMachine = THIS_MACHINE,
): Promise<{ change: LineChange; left: string[] }> {
  if (line.kind !== 'hylafax') throw new CommandRefusal('--install is for lines of the kind hylafax.');
  if (modem === '' || number === '') throw new CommandRefusal('--install needs --modem and --number.');
  if (process.getuid?.() !== 0) throw new CommandRefusal('Setting HylaFAX up needs root.');
  const name = line.name ?? line.kind;
  const owner = await stat(config.dataDir);
  // Before anything is changed on the machine.
  if ((await listNames(owner)).includes(name))
    throw new CommandRefusal(`There is already a line named “${name}”.`);
  const { url, left } = accepted(await installServer({ modem, number, owner: owner.uid }, machine));
  become(owner);
  const admin = await lines();
  // A modem has one call at a time.
  const change = await admin.addLine({ ...line, name, channels: line.channels ?? 1, config: { url } });
  return { change, left };
}

/** Names of the lines, by a process of the owner. Throws CommandRefusal with what it says. */
async function listNames({ uid, gid }: Owner): Promise<string[]> {
  return await new Promise((resolve, reject) => {
    const list = [F2E, 'line', 'list', '--json'];
    execFile(process.execPath, list, { uid, gid }, (error, stdout, stderr) => {
      if (error) reject(new CommandRefusal(stderr.trim() || error.message));
      else resolve(LINES.parse(JSON.parse(stdout)).lines.map(({ name }) => name));
    });
  });
}

/** For the rest of this process. */
function become({ uid, gid }: Owner): void {
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
