import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

import { mimeOf, returnPathOf } from './mime.ts';
import type { MailMessage, MailOut, MailOutcome } from './port.ts';

/** Random bytes that distinguish messages of several processes; those of one process are numbered. */
const ID_BYTES = 4;

/** Messages carry links that open accounts: nobody else on this machine may read them. */
const MODE = { folder: 0o700, file: 0o600 } as const;

let written = 0;

/**
 * Writes messages to a folder instead of sending them (F2E_SMTP_URL=file:): `<UTC time>-<id>.eml`, complete when it
 * appears, with envelope and template in extra headers (spec operation 3).
 */
export function openFileOutbox(folder: string): MailOut {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    transport: { kind: 'file', place: folder },
    send: async (message, { proceed } = {}) => {
      if (proceed && !(await proceed())) return { kind: 'lost' };
      try {
        const composed = await composer.sendMail(mimeOf(message));
        await writeMail(folder, Buffer.concat([envelopeOf(message), composed.message as Buffer]));
        return { kind: 'ok', messageId: message.messageId };
      } catch (error) {
        return failure(error);
      }
    },
    check: async () => {
      try {
        await mkdir(folder, { recursive: true, mode: MODE.folder });
        return { ok: true };
      } catch (error) {
        return { ok: false, reason: `mails cannot be written to ${folder}: ${messageOf(error)}` };
      }
    },
    close: async () => {},
  };
}

/**
 * Returns the headers that only this adapter adds. Addresses are checked and templates are ours, so none can contain a
 * line break.
 */
function envelopeOf(message: MailMessage): Buffer {
  return Buffer.from(
    `X-Envelope-From: ${returnPathOf(message)}\r\n` +
      `X-Envelope-To: ${message.to}\r\n` +
      `X-F2E-Template: ${message.template}\r\n`,
  );
}

/** Writes the file atomically and durably: a draft, synced, renamed, and the folder synced. */
async function writeMail(folder: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: MODE.folder });
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  // Names sort in the order of writing, even within one millisecond.
  written = (written + 1) % 0x1_0000;
  const id = written.toString(16).padStart(4, '0') + randomBytes(ID_BYTES).toString('hex');
  const name = `${time}-${id}`;
  const draft = join(folder, `.${name}.part`);
  try {
    await sync(draft, 'wx', bytes);
    await rename(draft, join(folder, `${name}.eml`));
    await sync(folder, 'r');
  } catch (error) {
    // The draft may not exist; the first error is the one that matters.
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

async function sync(path: string, flags: 'wx' | 'r', bytes?: Buffer): Promise<void> {
  const handle = await open(path, flags, MODE.file);
  try {
    if (bytes) await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function failure(error: unknown): MailOutcome {
  return { kind: 'retry', reason: 'storage', detail: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
