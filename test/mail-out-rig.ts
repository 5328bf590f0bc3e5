import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';

import { openMailOut } from '#engine/mail/choose.ts';
import { parseAddress } from '#engine/mail/port.ts';
import type { MailMessage, MailOut, MailOutcome } from '#engine/mail/port.ts';
import { createMailBounces } from '#server/features/email/outgoing/bounces/mail-bounces.service.ts';
import type { EnclosedFax, FaxMail } from '#server/features/email/outgoing/enclosed-fax.ts';
import { createMailDelivery } from '#server/features/email/outgoing/mail-delivery.ts';
import type { MailDelivery } from '#server/features/email/outgoing/mail-delivery.ts';
import { createQueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { NewMail, QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { loadMessages } from '#server/kit/messages.ts';
import { projectFolders } from '#server/composition/web-server.ts';

import { makeBrand } from './factories.ts';
import { handQueue } from './hand-queue.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const KEY = Buffer.alloc(32, 7);

/** A token that only the mail may contain. */
export const TOKEN = 'tOkEn-that-opens-an-account';

/** Outgoing mail over a real database, into a folder; tests control the relay's responses and the enclosures. */
export interface MailOutRig {
  database: TestDatabase;
  folder: string;
  queueMail: QueueMail;
  delivery: MailDelivery;
  brandId: number;
  /** Files in the store. */
  files: Record<string, Uint8Array>;
  /** The relay's next responses, one by one; then `outcome`; then it accepts mails. */
  outcomes: MailOutcome[];
  outcome: MailOutcome | undefined;
  /** Where mails go instead of the folder. */
  relay: MailOut | undefined;
  /** The enclosure of mails about faxes, and the faxes for which it was requested. */
  fax: EnclosedFax;
  enclosed: FaxMail[];
  logged: string;
  newMail(more?: Partial<NewMail>): NewMail;
  /** Queues a mail and returns its id. */
  queued(mail: NewMail): Promise<number>;
  rows(): Promise<Awaited<ReturnType<typeof rowsOf>>>;
  /** Removes all mails, and restores the defaults. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

async function rowsOf(database: TestDatabase) {
  return await database.db.selectFrom('mail_out').selectAll().orderBy('id').execute();
}

const usual = () => ({
  files: {},
  outcomes: [],
  outcome: undefined,
  relay: undefined,
  fax: { files: [], picture: null, note: undefined },
  enclosed: [],
  logged: '',
});

/** Starts the rig for a test file; call `stop` in afterAll. */
export async function startMailOut(): Promise<MailOutRig> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'f2e-mail-out-'));
  const from = parseAddress('no-reply@fax.example');
  if (!from) throw new Error('the sender is no address');
  const brandId = await makeBrand(database.db, { title: 'Harbor Fax', domain: 'fax.harbor.example' });
  const queueMail = createQueueMail({ queue: (await handQueue(database)).queue, payloadKey: KEY, from });
  const out = openMailOut('file:', folder);
  const mail: MailOut = {
    ...out,
    send: async (message: MailMessage, control) =>
      rig.outcomes.shift() ?? rig.outcome ?? (await (rig.relay ?? out).send(message, control)),
  };
  const bounces = createMailBounces({
    database,
    key: KEY,
    onSuspended: async () => {},
    log: pino({ level: 'silent' }),
  });
  const delivery = createMailDelivery({
    database,
    mail,
    files: { get: async (key) => rig.files[key] ?? null },
    messages: await loadMessages(projectFolders.locales),
    payloadKey: KEY,
    from,
    bounces,
    domains: { signingOf: async () => undefined },
    encloseFax: async (asked) => {
      rig.enclosed.push(asked);
      return asked.bare ? { ...rig.fax, files: [], note: 'tooLarge' } : rig.fax;
    },
    faultPoint: () => undefined,
    publicOrigin: 'http://localhost:8123',
    publicPath: '/fax',
    log: pino({ level: 'trace' }, { write: (line) => void (rig.logged += line) }),
  });
  const rig: MailOutRig = {
    ...usual(),
    database,
    folder,
    queueMail,
    delivery,
    brandId,
    newMail: (more = {}) => ({ ...resetPassword(brandId), ...more }),
    queued: async (asked) => {
      await database.transaction(async (tx) => await queueMail(tx, asked));
      return (await rowsOf(database)).at(-1)?.id ?? 0;
    },
    rows: async () => await rowsOf(database),
    reset: async () => {
      await database.db.deleteFrom('mail_out').execute();
      await rm(join(folder, 'mail'), { recursive: true, force: true });
      Object.assign(rig, usual());
    },
    stop: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return rig;
}

function resetPassword(brandId: number): NewMail {
  return {
    template: 'reset-password',
    brandId,
    to: 'owner@example.com',
    language: 'en',
    params: { name: '212-555-0100', minutes: 60 },
    path: `/reset-password?token=${TOKEN}`,
  };
}
