import { stat } from 'node:fs/promises';

import { THIS_MACHINE, installServer } from '#engine/fax-line/hylafax/install-server.ts';
import type { LineAdmin, LineChange } from '#server/features/faxes/lines/manage-lines.ts';

import type { Installation } from './installation.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** The options of `line add --install`. */
interface Given {
  modem?: string;
  number?: string;
}

/** Sets up HylaFAX on this machine and adds its line; returns what is left to do by hand. Throws CommandRefusal. */
export async function addInstalledLine(
  { config }: Pick<Installation, 'config'>,
  admin: LineAdmin,
  line: Parameters<LineAdmin['addLine']>[0],
  { modem = '', number = '' }: Given,
): Promise<{ change: LineChange; left: string[] }> {
  if (line.kind !== 'hylafax') throw new CommandRefusal('--install is for lines of the kind hylafax.');
  if (modem === '' || number === '') throw new CommandRefusal('--install needs --modem and --number.');
  if (process.getuid?.() !== 0) throw new CommandRefusal('Setting HylaFAX up needs root.');
  const name = line.name ?? line.kind;
  // Checked before anything is changed on the machine.
  if ((await admin.listLines()).some((known) => known.name === name))
    throw new CommandRefusal(`There is already a line named “${name}”.`);
  const { uid: owner } = await stat(config.dataDir);
  const { url, left } = accepted(await installServer({ modem, number, owner }, THIS_MACHINE));
  // A modem handles one call at a time.
  const change = await admin.addLine({ ...line, name, channels: line.channels ?? 1, config: { url } });
  return { change, left };
}
