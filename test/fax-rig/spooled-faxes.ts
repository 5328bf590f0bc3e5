import { appendFile, chown, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { HylafaxServer } from './hylafax-server.ts';

/** A fax in a server's queue. */
export interface SpooledFax {
  name: string;
  tiff: Uint8Array;
  modem: string;
  at?: Date;
}

/** Leaves received faxes in a server's queue like the server: files of its user, then lines in its log of calls. */
export async function leaveInSpool(
  { spool }: Pick<HylafaxServer, 'spool'>,
  faxes: readonly SpooledFax[],
): Promise<void> {
  const { uid, gid } = await stat(join(spool, 'recvq'));
  for (const { name, tiff, at = new Date() } of faxes) {
    const path = join(spool, 'recvq', name);
    await writeFile(`${path}.part`, tiff, { mode: 0o600 });
    await chown(`${path}.part`, uid, gid);
    await utimes(`${path}.part`, at, at);
    await rename(`${path}.part`, path);
  }
  const log = join(spool, 'log/xferfaxlog');
  await appendFile(log, faxes.map(logLine).join(''));
  await chown(log, uid, gid);
}

/** Returns a line of hylafax-log(5) with everything that a real call leaves. */
function logLine({ name, modem, at = new Date() }: SpooledFax): string {
  const written = at.toISOString();
  const stamp = `${written.slice(5, 7)}/${written.slice(8, 10)}/${written.slice(2, 4)} ${written.slice(11, 16)}`;
  const call = name.replaceAll(/\D/g, '');
  const fields = [
    stamp,
    'RECV',
    call,
    modem,
    `recvq/${name}`,
    '""',
    'fax',
    '"LocalID"',
    '"A MACHINE"',
    '0',
    '1',
  ];
  const ends = [
    '0:00:02',
    '0:00:02',
    '""',
    '"3105550111"',
    '"2125550100"',
    '""',
    '""',
    '"00 46 1F 22"',
    '""',
  ];
  return `${[...fields, ...ends].join('\t')}\n`;
}

/**
 * TIFF 6.0 §2 and §8: position of the first directory's offset, size of an entry, and the tag and type of the entry
 * with the call.
 */
const [FIRST_DIRECTORY, ENTRY_BYTES, IMAGE_DESCRIPTION, ASCII] = [4, 12, 270, 2];

/**
 * Returns a TIFF of one page with the network's data on its call where HylaFAX stores it: sender, caller, called
 * number.
 */
export function withCall(tiff: Uint8Array, caller: string, called: string): Uint8Array {
  const old = Buffer.from(tiff);
  const at = old.readUInt32LE(FIRST_DIRECTORY);
  const entries = Array.from({ length: old.readUInt16LE(at) }, (_, i) =>
    old.subarray(at + 2 + i * ENTRY_BYTES, at + 2 + (i + 1) * ENTRY_BYTES),
  );
  const text = Buffer.from(`A MACHINE\n${caller}\n${called}\0`, 'latin1');
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt16LE(IMAGE_DESCRIPTION, 0);
  entry.writeUInt16LE(ASCII, 2);
  entry.writeUInt32LE(text.length, 4);
  entry.writeUInt32LE(old.length, 8);
  const all = [...entries, entry].toSorted((one, other) => one.readUInt16LE(0) - other.readUInt16LE(0));
  const count = Buffer.alloc(2);
  count.writeUInt16LE(all.length, 0);
  const padding = Buffer.alloc(text.length % 2);
  const whole = Buffer.concat([old, text, padding, count, ...all, Buffer.alloc(4)]);
  whole.writeUInt32LE(old.length + text.length + padding.length, FIRST_DIRECTORY);
  return whole;
}
