import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

let rig: OperatorRig;
let account: { id: number; number: string };
beforeAll(async () => {
  rig = await createOperatorRig();
  account = await makeAccount(rig.database.db);
});
afterAll(async () => await rig.close());

const json = async (words: string): Promise<Record<string, unknown>> => await rig.json(words.split(' '));

describe('f2e webhook', () => {
  it('adds an endpoint with its secret, lists, tests, resends and removes it', async () => {
    const url = 'https://hooks.example.com/x';
    const added = await json(`webhook add --account ${account.id} --url ${url} --events fax.received`);
    expect(added).toEqual({
      id: expect.stringMatching(/^whk_[A-Za-z0-9]{10}$/u),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/u),
    });
    const id = String(added['id']);
    expect(await json('webhook list')).toEqual({
      webhooks: [
        { id, owner: account.number, url, state: 'on', because: '', failingSince: null, waiting: 0 },
      ],
    });
    const tested = await json(`webhook test ${id}`);
    expect(tested).toMatchObject({ webhook: id, type: 'webhook.test', status: 'queued', attempts: 0 });
    const delivery = String(tested['id']);
    expect(await json(`webhook resend ${id} ${delivery}`)).toMatchObject({ id: delivery });
    expect(await json(`webhook deliveries ${id} --status queued`)).toEqual({
      deliveries: [{ ...tested, next_attempt_at: expect.any(String) }],
    });
    expect(await json(`webhook deliveries ${id} --status failed`)).toEqual({ deliveries: [] });
    expect(await json(`webhook remove ${id}`)).toEqual({ id, deleted: true });
    const { rows } = await rig.database.pool.query<{ text: string }>(
      `select jsonb_build_array(action, actor_kind)::text as text from audit where account_id = $1 order by id`,
      [account.id],
    );
    expect(rows.map(({ text }) => text)).toEqual(
      ['add', 'test', 'resend', 'remove'].map((act) => `["webhook.${act}", "operator"]`),
    );
  });

  it('adds one for an administrator, who gets all events', async () => {
    const { id } = await makeAdministrator(rig.database.db);
    const { id: webhook } = await json(`webhook add --parent ${id} --url https://hooks.example.com/y`);
    const { rows } = await rig.database.pool.query(
      `select parent_id::int as parent, events from webhook_endpoint where 'whk_' || id = $1`,
      [webhook],
    );
    expect(rows).toEqual([{ parent: id, events: [] }]);
  });

  it.each([
    ['webhook add --url https://hooks.example.com/x', 'Name either --account or --parent.'],
    [
      'webhook add --account 1 --parent 1 --url https://hooks.example.com/x',
      'Name either --account or --parent.',
    ],
    ['webhook add --account 999 --url https://hooks.example.com/x', 'There is no open account 999.'],
    ['webhook add --parent 999 --url https://hooks.example.com/x', 'There is no administrator 999.'],
    ['webhook add --account 1 --url https://127.0.0.1/', 'We can’t post to this address'],
    ['webhook add --account 1 --url nonsense', 'It looks like https://hooks.example.com/fax.'],
    ['webhook add --account 1 --url https://hooks.example.com/x --events fax.lost', 'There are fax.received'],
    ['webhook test whk_Abcdefgh01', 'There is no webhook whk_Abcdefgh01.'],
    ['webhook resend whk_Abcdefgh01 17', 'There is no webhook whk_Abcdefgh01.'],
  ])('refuses %s', async (words, why) => {
    const { stderr, status } = await rig.run(words.split(' '));
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining(why)]);
  });
});
