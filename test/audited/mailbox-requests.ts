import { hashToken } from '#engine/secrets/tokens.ts';
import { storeFax } from '#test/mailbox-rig.ts';

import type { Audited, World } from './world.ts';

const fax = async ({ test, owner }: World, values: object = {}) => {
  const { id, pathKey } = await storeFax(test, owner.id, { pages: 2, ...values });
  return { fid: String(id), path: pathKey };
};
/** Creates a fax that was split, with its only remaining part. */
const splitFax = async (world: World) => {
  const [whole, part] = [(await fax(world, { archived: true })).fid, (await fax(world)).fid];
  await world.one('update fax set part_count = 2 where id = $1', [whole]);
  await world.one('update fax set part_of = $1, part_number = 1, part_count = 2 where id = $2', [
    whole,
    part,
  ]);
  return { whole, part };
};
const selected = async (world: World): Promise<{ id: string }> => {
  await fax(world, { company: 'Selected' });
  const answer = await world.ask('selectFaxes', { body: { q: 'Selected' } });
  return { id: answer.json<{ data: { id: string } }>().data.id };
};
const acted = async (world: World) => {
  const selection = await selected(world);
  await world.ask('bulkAction', { body: { ...selection, action: 'to_archive' } });
  return selection;
};
const CONTACT = { to_person: 'Jane', company: 'Acme' };
let nextNumber = 2_125_550_191;
const contact = async ({ ask }: World) => {
  const answer = await ask('createContact', { body: { ...CONTACT, faxnum: String(nextNumber++) } });
  const { faxnumid } = answer.json<{ data: { faxnumid: string } }>().data;
  return { faxnumid, cid: faxnumid };
};
const upload = (fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('userfiles[0]', new Blob(['pages 2']), 'letter.txt');
  return { form };
};
const draft = async (world: World) => {
  const answer = await world.ask('addDraft', upload());
  return { id: answer.json<{ data: { id: string } }>().data.id };
};
const later = () => new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16);

let nextGroup = 1;
const group = async (world: World) => {
  const answer = await world.ask('addContactGroup', { body: { name: `Group ${nextGroup++}` } });
  return { id: answer.json<{ data: { id: string } }>().data.id };
};

/** Faxes: the archive, bulk actions, the queue, compose. */
export const FAX_REQUESTS = {
  faxArchiveAction: ['fax.delete', async (world) => ({ body: { action: 'delete', ...(await fax(world)) } })],
  eraseFaxes: [
    'fax.erase',
    async (world) => ({ body: { fids: [(await fax(world, { deleted: true })).fid] } }),
  ],
  faxRotate: ['fax.rotate', async (world) => ({ body: { fid: (await fax(world)).fid, inbox: 1 } })],
  undoSplit: ['fax.undo-split', async (world) => ({ body: { fid: (await splitFax(world)).part } })],
  splitAgain: [
    'fax.split-again',
    async (world) => {
      const { whole, part } = await splitFax(world);
      await world.ask('undoSplit', { body: { fid: part } });
      return { body: { fid: whole, changed: [whole, part] } };
    },
  ],
  markSent: [
    'fax.mark-sent',
    async ({ one, sending }) => {
      const { fid } = await sending('UNCERTAIN');
      await one('update fax set uncertain_pages = 1 where id = $1', [fid]);
      return { body: { fid } };
    },
  ],
  bulkAction: ['fax.delete', async (world) => ({ body: { ...(await selected(world)), action: 'delete' } })],
  cancelBulkAction: ['fax.bulk-cancel', async (world) => ({ body: await selected(world) })],
  undoBulkAction: ['fax.from-archive', async (world) => ({ body: await acted(world) })],
  resendFax: [
    'fax.resend',
    async (world) => ({ body: { resend_faxpath: (await fax(world)).path, destinations: '3105550111' } }),
  ],
  cancelJob: ['fax.cancel', async ({ sending }) => ({ body: await sending('WAITING') })],
  scheduleJob: [
    'fax.schedule',
    async ({ sending }) => ({ body: { ...(await sending('WAITING')), send_at: later() } }),
  ],
  sendNow: ['fax.send-now', async ({ sending }) => ({ body: await sending('WAITING') })],
  editNumber: [
    'fax.edit-number',
    async ({ sending }) => ({ body: { ...(await sending('WAITING')), destination: '3105550155' } }),
  ],
  putDeliveryWindow: [
    'settings.delivery-window',
    () => ({ body: { on: '1', days: [1], from: '08:00', until: '18:00' } }),
  ],
  sendFax: ['fax.send', () => upload({ destinations: '3105550111' })],
  addDraft: ['draft.add', () => upload()],
  copyDraft: ['draft.add', async (world) => ({ body: { ...(await draft(world)), photos: 'fine' } })],
  draftFromFax: ['draft.from-fax', async (world) => ({ body: await fax(world) })],
  removeDraft: ['draft.remove', async (world) => ({ body: await draft(world) })],
  forwardFax: [
    'fax.forward',
    async (world) => {
      const { email } = await subaccount(world, 'friend');
      await world.one('update subaccount set confirmed_at = now() where email = $1', [email]);
      return { body: { fid: (await fax(world)).fid, emails: [email] } };
    },
  ],
  putCoverPageSettings: ['cover-page.change', () => ({ body: { name: 'Jane' } })],
  cancelMailedFax: [
    'fax.cancel-by-mail',
    async ({ owner, one, sending }) => {
      const { fid, jobid } = await sending('WAITING');
      await one(`update send_job set origin = 'email' where id = $1`, [jobid]);
      await one(
        `insert into mail_in (account_id, document_id, sender, proof, message_id, subject, cancel_hash)
         select account_id, document_id, $2, 'dkim', 'id', '', $3 from fax where id = $1`,
        [fid, owner.email, hashToken('cancel-key')],
      );
      return { body: { key: 'cancel-key' } };
    },
  ],
} as const satisfies Record<string, Audited>;

/** Contacts, blocked numbers, settings. */
export const MAILBOX_REQUESTS = {
  createContact: ['contact.add', () => ({ body: { ...CONTACT, faxnum: '2125550190' } })],
  updateContact: [
    'contact.change',
    async (world) => ({ body: { ...(await contact(world)), ...CONTACT, faxnum: '2125550189' } }),
  ],
  addContactGroup: ['contact-group.add', () => ({ body: { name: 'Clinics' } })],
  renameContactGroup: [
    'contact-group.rename',
    async (world) => ({ body: { ...(await group(world)), name: 'Pharmacies' } }),
  ],
  deleteContactGroup: ['contact-group.delete', async (world) => ({ body: await group(world) })],
  restoreContactGroup: [
    'contact-group.restore',
    async (world) => {
      const body = await group(world);
      await world.ask('deleteContactGroup', { body });
      return { body };
    },
  ],
  changeGroupMembers: [
    'contact-group.members-add',
    async (world) => ({
      body: { ...(await group(world)), action: 'add', contacts: [(await contact(world)).faxnumid] },
    }),
  ],
  deleteContact: ['contact.delete', async (world) => ({ body: await contact(world) })],
  restoreContacts: [
    'contact.restore',
    async (world) => {
      const body = await contact(world);
      await world.ask('deleteContact', { body });
      return { body: { faxnumids: [body.faxnumid] } };
    },
  ],
  importContacts: ['contact.import', () => ({ body: { doReplace: 0, csv: 'Jim,Acme,2125550197' } })],
  blockNumber: ['blocked.add', () => ({ body: { faxnum: '8005550133' } })],
  unblockNumber: [
    'blocked.remove',
    async ({ ask }) => {
      await ask('blockNumber', { body: { faxnum: '8005550134' } });
      return { body: { faxnum: '8005550134' } };
    },
  ],
  putRetention: ['retention.change', () => ({ body: { folder: 'sent', days: 365 } })],
  putGlobalSettings: ['settings.change', () => ({ body: { language: 'fr' } })],
  changeMailDelivery: ['mail.settings', () => ({ body: { copy: 'tiff' } })],
  tryMailAgain: [
    'mail.resumed',
    async ({ test, owner }) => {
      for (let time = 0; time < 3; time += 1)
        await test.database.transaction(
          async (tx) =>
            await test.mail.bounces.noteRefusal(tx, {
              accountId: owner.id,
              to: owner.email,
              status: '5.1.1',
              detail: 'no such user',
            }),
        );
      return { body: { email: owner.email } };
    },
  ],
  tourViewed: ['tour.viewed', () => ({ body: {} })],
  requestCancellation: [
    'cancellation.request',
    ({ owner }) => ({ body: { contactemail: owner.email, contactphone: '2125550100' } }),
  ],
  addSubaccount: ['subaccount.add', () => ({ body: { email: 'one@example.com', ReceiveFaxes: '1' } })],
  changeSubaccount: [
    'subaccount.change',
    async (world) => ({ body: { ...(await subaccount(world, 'two')), SendFaxes: '1' } }),
  ],
  resendSubaccountLink: ['subaccount.resend', async (world) => ({ body: await subaccount(world, 'three') })],
  removeSubaccount: ['subaccount.remove', async (world) => ({ body: await subaccount(world, 'four') })],
  confirmAddress: [
    'subaccount.confirm',
    async (world) => {
      const { email } = await subaccount(world, 'five');
      await world.one('update subaccount set link_hash = $1 where email = $2', [
        hashToken('link-key'),
        email,
      ]);
      return { body: { key: 'link-key' } };
    },
  ],
  addWhitelistedDomain: ['whitelist.add', () => ({ body: { domain: 'one.test', status: '1' } })],
  changeWhitelistedDomain: [
    'whitelist.change',
    async (world) => ({ body: { ...(await domain(world, 'two.test')), status: '0' } }),
  ],
  removeWhitelistedDomain: [
    'whitelist.remove',
    async (world) => ({ body: await domain(world, 'three.test') }),
  ],
} as const satisfies Record<string, Audited>;

async function subaccount({ ask }: World, name: string): Promise<{ email: string }> {
  const email = `${name}@example.com`;
  await ask('addSubaccount', { body: { email } });
  return { email };
}

async function domain({ ask, one }: World, name: string): Promise<{ id: string; domain: string }> {
  await ask('addWhitelistedDomain', { body: { domain: name, status: '1' } });
  return { id: await one('select id::text from whitelisted_domain where domain = $1', [name]), domain: name };
}
