import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DamagedFile } from '#engine/file-store/port.ts';
import { FRIEND, copyMore, letter, startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { readMails } from '#test/mails.ts';

import { dropMailedDocuments, mailCopies, MAX_COPIES_A_DAY } from './fax-copies.ts';
import type { FaxCopyDeps } from './fax-copies.ts';

const COLLEAGUE = 'colleague@acme.example';
/** The rights of a subaccount make no difference here. */
const CHOICES = { receive_faxes: false, send_faxes: false };

let rig: ComposeRig;
let deps: FaxCopyDeps;
let seen = 0;

beforeAll(async () => {
  rig = await startCompose();
  deps = {
    database: rig.database,
    files: rig.files,
    documents: { exportPdf: async (tiff) => Buffer.concat([Buffer.from('%PDF '), tiff]) },
    queueMail: rig.queueMail,
    mostBytes: 10 * 1024 * 1024,
    log: { warn: () => undefined },
  };
  const { db } = rig.database;
  await db
    .insertInto('contact')
    .values({ account_id: rig.account.id, to_person: 'Jane', company: 'Acme', email: FRIEND.toUpperCase() })
    .execute();
  await db
    .insertInto('subaccount')
    .values({ ...CHOICES, account_id: rig.account.id, email: COLLEAGUE })
    .execute();
});
beforeEach(async () => {
  await rig.database.db.deleteFrom('fax_copy').execute();
  await rig.database.db.deleteFrom('mail_out').execute();
});
afterAll(async () => await rig.stop());

describe('a fax to mail addresses', () => {
  it('[COMP-46] goes as PDF to contacts and subaccounts, once each, beside the fax to a number', async () => {
    const answer = await rig.send(
      {
        destinations: rig.other.number,
        destinationsEmail: `${FRIEND};Jane@ACME.example; ${COLLEAGUE}`,
      },
      [letter],
    );
    expect(answer.status).toBe(200);
    expect(answer.data?.jobs.map((job) => job.to_faxnumber)).toEqual([rig.other.number]);
    expect(await mail()).toEqual([]);
    await makePages();
    expect(await mail()).toEqual([COLLEAGUE, FRIEND]);
    const { attachments } = await rig.database.db
      .selectFrom('mail_out')
      .select('attachments')
      .executeTakeFirstOrThrow();
    const [file] = attachments as { name: string; type: string; key: string }[];
    expect(file).toMatchObject({ name: `fax_${rig.account.number}.pdf`, type: 'application/pdf' });
    const pdf = await rig.files.get(file?.key ?? '');
    expect(Buffer.from(pdf ?? []).toString()).toBe('%PDF PP');
    expect(await mail()).toHaveLength(2);
  });

  it('[COMP-46] needs no number; a stranger gets nothing, and nobody else does then', async () => {
    const alone = await rig.send({ destinationsEmail: FRIEND }, [letter]);
    expect(alone).toMatchObject({ status: 200, data: { jobs: [] } });
    await makePages();
    expect(await mail()).toEqual([FRIEND]);
    const stranger = await rig.send({ destinationsEmail: `${FRIEND};x@evil.example` }, [letter]);
    expect(stranger).toMatchObject({ status: 412, error: 'EMAIL_NOT_ALLOWED' });
    expect(stranger.message).toContain('x@evil.example');
    expect(await waiting()).toBe(0);
  });

  it.each([
    ['two in one part', `${FRIEND}, x@evil.example`],
    ['a line break and a header', `${FRIEND}\r\nBcc: x@evil.example`],
    ['a name around it', `"Jane" <${FRIEND}>`],
    ['half an address', 'jane@'],
  ])('refuses %s', async (_, written) => {
    const answer = await rig.send({ destinationsEmail: written }, [letter]);
    expect(answer).toMatchObject({ status: 400, fields: { destinationsEmail: 'EMAIL_INVALID' } });
    expect(await waiting()).toBe(0);
  });

  it('[A-SEND-16] has at most ten of them, and so many a day', async () => {
    const many = Array.from({ length: 11 }, (_, i) => `a${i}@acme.example`).join(';');
    const eleven = await rig.send({ destinationsEmail: many }, [letter]);
    expect(eleven).toMatchObject({ status: 400, error: 'TOO_MANY_EMAILS' });
    const sent = await rig.send({ destinationsEmail: FRIEND }, [letter]);
    expect(sent.status).toBe(200);
    await copyMore(rig, MAX_COPIES_A_DAY - 1);
    const over = await rig.send({ destinationsEmail: FRIEND }, [letter]);
    expect(over).toMatchObject({ status: 412, error: 'EMAIL_LIMIT' });
  });

  it('an account with health records mails nothing, and neither does one that came to have them', async () => {
    const { db } = rig.database;
    await rig.send({ destinationsEmail: FRIEND }, [letter]);
    await db.updateTable('account').set({ is_hipaa: true }).where('id', '=', rig.account.id).execute();
    const refused = await rig.send({ destinationsEmail: FRIEND }, [letter]);
    await makePages();
    await db.updateTable('account').set({ is_hipaa: false }).where('id', '=', rig.account.id).execute();
    expect(refused).toMatchObject({ status: 412, error: 'HIPAA_NO_EMAIL' });
    expect(await mail()).toEqual([]);
  });

  it('somebody else’s contacts are strangers', async () => {
    const other = await makeAccount(rig.database.db);
    await rig.database.db
      .insertInto('subaccount')
      .values({ ...CHOICES, account_id: other.id, email: 'theirs@acme.example' })
      .execute();
    const answer = await rig.send({ destinationsEmail: 'theirs@acme.example' }, [letter]);
    expect(answer).toMatchObject({ status: 412, error: 'EMAIL_NOT_ALLOWED' });
  });

  it('a document that cannot be converted is mailed to nobody, and what was mailed alone goes after a week', async () => {
    const { db } = rig.database;
    await rig.send({ destinationsEmail: FRIEND }, [letter]);
    const fault = { state: 'failed', fault: 'DOCUMENT_PROTECTED' } as const;
    await db.updateTable('document').set(fault).where('state', '=', 'new').execute();
    await mailCopies(deps, new AbortController().signal);
    expect(await mail()).toEqual([]);
    expect(await told()).toEqual([expect.stringContaining('Reason: The document is password-protected.')]);
    const before = await documents();
    expect(await dropMailedDocuments(deps)).toBe(0);
    await db
      .updateTable('fax_copy')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .execute();
    expect(await dropMailedDocuments(deps)).toBe(1);
    expect(await documents()).toBe(before - 1);
  });
});

const DAMAGED = 'The document is damaged and couldn’t be read.';
const fails = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('a fax that cannot be mailed', () => {
  it('waits where its file cannot be kept, and is mailed once when it can', async () => {
    await rig.send({ destinationsEmail: `${FRIEND};${COLLEAGUE}` }, [letter]);
    const full = { get: rig.files.get.bind(rig.files), put: fails(new Error('ENOSPC')) };
    await expect(makePages({ files: full })).rejects.toThrow('ENOSPC');
    expect([await waiting(), await mail()]).toEqual([2, []]);
    await makePages();
    await makePages();
    expect(await mail()).toEqual([COLLEAGUE, FRIEND]);
    expect(await told()).toEqual([]);
  });

  it.each([
    ['is too large', { mostBytes: 1 }, 'It’s too large for an email.'],
    ['cannot be read', { documents: { exportPdf: fails(new TypeError('no strips')) } }, DAMAGED],
    [
      'has changed',
      { files: { get: fails(new DamagedFile(Buffer.from('P'))), put: fails(new Error('put')) } },
      DAMAGED,
    ],
  ])('because it %s is told to the owner, once, with the addresses', async (_, broken, reason) => {
    await rig.send({ destinationsEmail: `${FRIEND};${COLLEAGUE}` }, [letter]);
    await makePages(broken);
    await makePages(broken);
    expect([await waiting(), await mail()]).toEqual([0, []]);
    const [text = '', ...more] = await told();
    expect(more).toEqual([]);
    expect(text).toContain(`To: ${COLLEAGUE}, ${FRIEND}\r\nPages: 2\r\n`);
    expect(text).toContain(`Reason: ${reason}`);
  });

  it('to one who asked for no more of them is told, and mailed to the others', async () => {
    const { db } = rig.database;
    await rig.send({ destinationsEmail: `${FRIEND};${COLLEAGUE}` }, [letter]);
    await db.insertInto('copy_refusal').values({ account_id: rig.account.id, address: FRIEND }).execute();
    await makePages();
    await db.deleteFrom('copy_refusal').execute();
    expect(await mail()).toEqual([COLLEAGUE]);
    expect(await told()).toEqual([expect.stringMatching(/^To: jane@acme\.example$/mu)]);
  });
});

/** Acts as a worker: gives every new document two pages, then mails the copies. */
async function makePages(broken: Partial<FaxCopyDeps> = {}): Promise<void> {
  const { db } = rig.database;
  const fresh = await db
    .selectFrom('document')
    .select(['id', 'storage_key'])
    .where('state', '=', 'new')
    .execute();
  for (const { id, storage_key } of fresh) {
    await rig.files.put(`${storage_key}/fax.tiff`, Buffer.from('PP'));
    await db
      .updateTable('document')
      .set({ state: 'ready', tiff_key: `${storage_key}/fax.tiff`, pages: 2 })
      .where('id', '=', id)
      .execute();
  }
  await mailCopies({ ...deps, ...broken }, new AbortController().signal);
}

/** Returns the mails to the owner about faxes that were not mailed, since the last call. */
async function told(): Promise<string[]> {
  await rig.runJobs();
  const fresh = (await readMails(rig.folder)).slice(seen);
  seen += fresh.length;
  return fresh.flatMap(({ template, to, text }) =>
    template === 'fax-copy-failed' && to === rig.account.email ? [text] : [],
  );
}

async function mail(): Promise<string[]> {
  const rows = await rig.database.db
    .selectFrom('mail_out')
    .select('to_address')
    .where('template', '=', 'fax-copy')
    .orderBy('to_address')
    .execute();
  return rows.map((row) => row.to_address);
}

async function waiting(): Promise<number> {
  const rows = await rig.database.db
    .selectFrom('fax_copy')
    .select('id')
    .where('state', '=', 'waiting')
    .execute();
  return rows.length;
}

async function documents(): Promise<number> {
  const rows = await rig.database.db.selectFrom('document').select('id').execute();
  return rows.length;
}
