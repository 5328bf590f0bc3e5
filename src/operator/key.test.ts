import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

let rig: OperatorRig;
let account: string;
beforeAll(async () => {
  rig = await createOperatorRig();
  account = String((await makeAccount(rig.database.db)).id);
});
afterAll(async () => await rig.close());

const ADD = ['key', 'add', '--name', 'Lab', '--scopes', 'faxes:send,faxes:read'];

describe('f2e key', () => {
  it('makes a key that is shown once and works until its last day is over, lists it, and removes it', async () => {
    const more = ['--account', account, '--expires', '2199-03-31', '--address', '10.0.0.0/8', '--test'];
    const made = await rig.json<{ id: string; key: string; scopes: string[] }>([...ADD, ...more]);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^key_/u),
      key: expect.stringMatching(/^f2e_test_/u),
    });
    const { stdout } = await rig.run(['key', 'list', '--account', account, '--json']);
    expect(stdout).not.toContain(made.key);
    expect(JSON.parse(stdout)).toMatchObject({
      keys: [
        {
          id: made.id,
          holder: 'account',
          name: 'Lab',
          mode: 'test',
          scopes: ['faxes:read', 'faxes:send'],
          networks: ['10.0.0.0/8'],
          expires: '2199-03-31T23:59:59.999Z',
          lastUsed: null,
        },
      ],
    });
    expect(await rig.json(['key', 'remove', made.id])).toMatchObject({ id: made.id, removed: true });
    expect(await rig.json(['key', 'list', '--account', account])).toEqual({ keys: [] });
  });

  it('says what is wrong, and makes nothing', async () => {
    expect(await rig.failure(ADD, 1)).toContain('Say whose key it is');
    expect(await rig.failure([...ADD, '--account', '999999'], 1)).toContain(
      'There is no open account 999999.',
    );
    const scopes = ['key', 'add', '--name', 'Lab', '--scopes', 'faxes:all', '--account', account];
    expect(await rig.failure(scopes, 2)).toContain(
      'There is no scope “faxes:all”. There are faxes:read, faxes:send, faxes:delete,',
    );
    expect(await rig.failure(['key', 'remove', 'key_aaaaaaaaaa'], 1)).toContain(
      'There is no key key_aaaaaaaaaa.',
    );
    expect(await rig.json(['key', 'list'])).toEqual({ keys: [] });
  });
});
