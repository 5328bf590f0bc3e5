import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';

import { exampleDocuments } from './api-example-objects.ts';
import { startFaxesRig } from './api-faxes-rig.ts';
import type { FaxesRig, Tenant } from './api-faxes-rig.ts';
import { startProgram } from './api-rig.ts';
import type { Program } from './api-rig.ts';
import { makeAccount } from './factories.ts';
import { makeAdministrator } from './multifax-rig.ts';

type CallName = keyof typeof apiCalls;

let rig: FaxesRig;
let owner: Tenant;
let administrator: Program;
let parentId: number;
let operator: Program;

beforeAll(async () => {
  rig = await startFaxesRig(exampleDocuments());
  await rig.test.sending.lineAdmin.addLine({ kind: 'simulator', name: 'sim', pattern: '*' });
  owner = await rig.tenant();
  const parent = await makeAdministrator(rig.test.database.db, { services: 20 });
  parentId = parent.id;
  administrator = await startProgram(rig.test, { kind: 'parent', id: parent.id });
  operator = await startProgram(rig.test, { kind: 'operator' });
  await rig.one(
    `create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
  );
});
// The tests make calls faster than the rate limit of programs allows.
beforeEach(async () => {
  await rig.one('delete from api_key_rate');
});
afterAll(async () => await rig.stop());

/** Ids for the path, the body, and the calling program, by default the owner's. */
interface Asked {
  ids?: Record<string, string>;
  body?: object;
  by?: Program;
}

let made = 0;
/** Creates an object by a call and returns its id. */
async function make(path: string, body: object): Promise<string> {
  return String((await owner.ask('POST', path, { body })).body['id']);
}
const file = { name: 'a.txt', content_base64: 'QQ==' };
const contact = () => ({ name: 'Ada', company: 'Northwind', email: `ada${(made += 1)}@example.com` });
const group = () => ({ name: `Group ${(made += 1)}` });
const key = () => ({ name: `Key ${(made += 1)}`, scopes: ['faxes:read'] });
// Not a valid host name, so no DNS lookup is made.
const webhook = () => ({ url: `https://hooks${(made += 1)}.example!/` });
const port = () => ({ from: 'port', number: `+1310555${String(1000 + (made += 1))}` });

const aContact = async () => ({ id: await make('/contacts', contact()) });
const aGroup = async () => ({ id: await make('/groups', group()) });
const aKey = async () => ({ id: await make('/keys', key()) });
/** Creates the only endpoint, because an account may have just ten. */
const anEndpoint = async () => {
  await rig.one('delete from webhook_endpoint');
  return { id: await make('/webhooks', webhook()) };
};
const aDelivery = async () => {
  const { id } = await anEndpoint();
  return { id, delivery: await make(`/webhooks/${id}/test`, {}) };
};
const anAccount = async (state: 'active' | 'suspended') => {
  const { id } = await makeAccount(rig.test.database.db, { state });
  return { ids: { id: `acc_${id}` }, by: operator };
};
const aFax = async (state: 'QUEUED' | 'DELIVERED') => {
  const waiting = state === 'QUEUED';
  const { id } = await rig.sent(owner, { state, outbox: waiting });
  return { id: `fax_${id}` };
};

/** Each call that changes something: the action of its audit row, and a request that succeeds. */
const AUDITED: Partial<Record<CallName, readonly [action: string, prepare: () => Asked | Promise<Asked>]>> = {
  createFax: ['fax.send', () => ({ body: { to: ['+12125550142'], files: [file] } })],
  createDraft: ['draft.add', () => ({ body: { files: [file] } })],
  deleteDraft: ['draft.remove', async () => ({ ids: { id: await make('/drafts', { files: [file] }) } })],
  cancelFax: ['fax.cancel', async () => ({ ids: await aFax('QUEUED') })],
  resendFax: ['fax.resend', async () => ({ ids: await aFax('DELIVERED'), body: {} })],
  markFax: [
    'fax.view',
    async () => ({ ids: { id: `fax_${(await rig.received(owner)).id}` }, body: { read: true } }),
  ],
  deleteFax: ['fax.delete', async () => ({ ids: { id: `fax_${(await rig.received(owner)).id}` } })],
  addContact: ['contact.add', () => ({ body: contact() })],
  changeContact: ['contact.change', async () => ({ ids: await aContact(), body: { notes: 'Mornings' } })],
  removeContact: ['contact.delete', async () => ({ ids: await aContact() })],
  addGroup: ['contact-group.add', () => ({ body: group() })],
  changeGroup: ['contact-group.rename', async () => ({ ids: await aGroup(), body: group() })],
  removeGroup: ['contact-group.delete', async () => ({ ids: await aGroup() })],
  changeMembers: [
    'contact-group.members-add',
    async () => ({ ids: await aGroup(), body: { add: [(await aContact()).id] } }),
  ],
  addBlockedNumber: ['blocked.add', () => ({ body: { caller: `31055${20_000 + (made += 1)}` } })],
  removeBlockedNumber: [
    'blocked.remove',
    async () => ({ ids: { id: await make('/blocked-numbers', { caller: `31055${20_000 + (made += 1)}` }) } }),
  ],
  addKey: ['api-key.add', () => ({ body: key() })],
  changeKey: ['api-key.change', async () => ({ ids: await aKey(), body: { scopes: ['faxes:send'] } })],
  rotateKey: ['api-key.rotate', async () => ({ ids: await aKey(), body: {} })],
  deleteKey: ['api-key.remove', async () => ({ ids: await aKey() })],
  addWebhook: ['webhook.add', () => ({ body: webhook() })],
  changeWebhook: ['webhook.change', async () => ({ ids: await anEndpoint(), body: { active: false } })],
  deleteWebhook: ['webhook.remove', async () => ({ ids: await anEndpoint() })],
  testWebhook: ['webhook.test', async () => ({ ids: await anEndpoint() })],
  rotateWebhookSecret: ['webhook.rotate-secret', async () => ({ ids: await anEndpoint() })],
  resendDelivery: ['webhook.resend', async () => ({ ids: await aDelivery() })],
  recoverWebhook: [
    'webhook.recover',
    async () => ({ ids: await anEndpoint(), body: { since: '2026-01-01T00:00:00Z' } }),
  ],
  addAccount: [
    'account.add',
    () => ({ body: { email: 'new@example.com', number: port() }, by: administrator }),
  ],
  suspendAccount: ['account.suspend', async () => await anAccount('active')],
  resumeAccount: ['account.resume', async () => await anAccount('suspended')],
  closeAccount: ['account.close', async () => await anAccount('active')],
};

/** Calls other than GET that rightly write no audit row, with the reason. */
const NOT_AUDITED: Partial<Record<CallName, string>> = {
  mcp: 'makes other calls of this list, which are audited',
};

const mutations = Object.entries<ApiCall>(apiCalls)
  .filter(([, { method }]) => method !== 'GET')
  .map(([name]) => name as CallName);

async function ask(name: CallName, { ids = {}, body, by = owner }: Asked) {
  const { method, path }: ApiCall = apiCalls[name];
  const named = path.slice('/v1'.length).replaceAll(/:(\w+)/gu, (_, part: string) => ids[part] ?? '');
  return await by.ask(method, named, body && { body });
}

/** Returns the owner of the program as the audit names it. */
function ownerOf(by: Program = owner): string {
  if (by === operator) return 'operator';
  return by === administrator ? `parent/${parentId}` : `account/${owner.account.id}`;
}

describe('every call of the public API that changes something', () => {
  it('is audited, or is on the list of those that are not, with a reason', () => {
    const listed = [...Object.keys(AUDITED), ...Object.keys(NOT_AUDITED)];
    expect(listed.toSorted()).toEqual(mutations.toSorted());
  });

  it.each(mutations.filter((name) => NOT_AUDITED[name] === undefined))(
    '[A-AUDIT-01] %s writes its audit row: which key, whose, from where; without it nothing is done',
    async (name) => {
      const [action, prepare] = AUDITED[name] ?? [];
      if (action === undefined || !prepare) throw new Error('a new call needs a request here');
      const asked = await prepare();
      await rig.one(
        `create trigger refused before insert on audit for each row execute function refuse_audit()`,
      );
      const refused = await ask(name, asked);
      await rig.one('drop trigger refused on audit');
      expect(refused.status).toBe(500);
      const before = await rig.one<number>('select coalesce(max(id), 0)::int from audit');
      const { status, text } = await ask(name, asked);
      expect([name, status < 400, text]).toEqual([name, true, text]);
      const { rows } = await rig.test.database.pool.query(
        `select actor_kind || coalesce('/' || actor_id, '') as who, address, (detail ->> 'keyId')::int as key
         from audit where id > $1 and action = $2`,
        [before, action],
      );
      const by = asked.by ?? owner;
      expect(rows).toEqual([{ who: ownerOf(by), address: '127.0.0.1', key: by.keyId }]);
    },
  );
});
