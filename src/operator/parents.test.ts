import { describe, expect, it } from 'vitest';

import { startOperator } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

const PASSWORD = 'Right-horse-7';
let rig: OperatorRig;

startOperator((made) => (rig = made));

describe('administrators', () => {
  it('[SRV-06] are added with their accounts in the fixed forms, changed and listed', async () => {
    await rig.json(['brand', 'add', 'Acme', '--domain', 'fax.acme.example']);
    const add = ['parent', 'add', '--brand', '1', '--username', 'boss', '--email', 'boss@example.com'];
    const parent = await rig.json(
      [...add, '--services', '1', '--pages', '500', '--password-stdin'],
      `${PASSWORD}\n`,
    );
    expect(parent).toEqual({
      parentId: '1',
      hid: '1',
      username: 'boss',
      email: 'boss@example.com',
      services: 1,
      used: 0,
      pages: 500,
      state: 'active',
    });
    expect(await rig.failure([...add, '--password-stdin'], 1, PASSWORD)).toContain('already');
    const child = [
      'account',
      'add',
      '--brand',
      '1',
      '--parent',
      '1',
      '--email',
      'c@example.com',
      '--password-stdin',
    ];
    expect(await rig.json([...child, '--number', '2125550142'], PASSWORD)).toMatchObject({
      parentId: '1',
      faxnumber: '2125550142',
      state: 'active',
    });
    expect(await rig.failure([...child, '--number', '2125550143'], 1, PASSWORD)).toContain('no free service');
    expect(await rig.json(['parent', 'slots', '1', '+2'])).toMatchObject({ services: 3, used: 1 });
    expect(await rig.json(['parent', 'set', '1', '--pages', '900', '--services', '1'])).toMatchObject({
      pages: 900,
      services: 1,
    });
    expect(await rig.failure(['parent', 'slots', '1', '-1'], 1)).toContain('uses 1 services');
    expect(await rig.json(['parent', 'disable', '1'])).toMatchObject({ state: 'disabled' });
    expect(await rig.json(['parent', 'list'])).toMatchObject({ parents: [{ parentId: '1', used: 1 }] });
  });

  it('[SRV-06] [MFA-26] ported numbers wait for the operator, who completes or rejects them', async () => {
    await rig.database.pool.query(`
      insert into account (brand_id, admin_email, pending_number) values (1, 'p@example.com', '6465550142'), (1, 'q@example.com', '6465550143');
      insert into account_settings (account_id, timezone_id) select id, 5 from account where pending_number is not null;
      insert into port_order (account_id, digits, kind) select id, pending_number, 'port' from account where pending_number is not null`);
    const { ports } = await rig.json<{ ports: { id: string; uid: string; number: string }[] }>([
      'port',
      'list',
      '--open',
    ]);
    const [second, first] = ports;
    expect([first?.number, second?.number]).toEqual(['6465550142', '6465550143']);
    expect(await rig.failure(['port', 'complete', first?.id ?? '', '--number', '6465550199'], 1)).toContain(
      'is for 646-555-0142',
    );
    expect(await rig.json(['port', 'show', first?.id ?? ''])).toMatchObject({
      number: '6465550142',
      state: 'new',
    });
    expect(await rig.failure(['port', 'show', '999'], 1)).toContain('no order 999');
    expect(await rig.json(['port', 'submit', first?.id ?? ''])).toMatchObject({ state: 'submitted' });
    expect(await rig.failure(['port', 'submit', first?.id ?? ''], 1)).toContain('is submitted already');
    expect(await rig.json(['port', 'accept', first?.id ?? ''])).toMatchObject({ state: 'accepted' });
    expect(await rig.json(['port', 'complete', first?.id ?? '', '--number', '646-555-0142'])).toEqual({
      uid: first?.uid,
      faxnumber: '6465550142',
    });
    expect(await rig.json(['account', 'show', first?.uid ?? ''])).toMatchObject({
      faxnumber: '6465550142',
      pendingNumber: null,
      state: 'active',
    });
    expect(await rig.failure(['port', 'complete', first?.id ?? ''], 1)).toContain('is done already');
    expect(
      await rig.json(['port', 'reject', second?.id ?? '', '--reason', 'wrong account number']),
    ).toMatchObject({
      state: 'rejected',
      reason: 'wrong account number',
    });
    const numbers = await rig.database.pool.query("select kind, state from number where digits like '646%'");
    expect(numbers.rows).toEqual([{ kind: 'ported', state: 'assigned' }]);
  });

  it('[SRV-06] products and blocked domains are added, changed and listed; every change leaves an audit row', async () => {
    const product = [
      'product',
      'add',
      '--brand',
      '1',
      '--code',
      'CLINIC',
      '--type',
      'local',
      '--name',
      'Clinic',
    ];
    const added = await rig.json<{ id: string }>([...product, '--month-limit', '300', '--hipaa']);
    expect(added).toMatchObject({ hid: '1', code: 'CLINIC', monthLimit: 300, overage: 'block', hipaa: true });
    expect(await rig.failure(product, 1)).toContain('has a product “CLINIC” already');
    expect(await rig.failure([...product.slice(0, -1), 'x'.repeat(81)], 1)).toContain('at most 80');
    const set = ['product', 'set', added.id];
    expect(
      await rig.json([
        ...set,
        'parent-view=1',
        'month-limit=none',
        'active=0',
        'overage=bill',
        'read-text=0',
      ]),
    ).toMatchObject({ parentView: true, monthLimit: null, active: false, overage: 'bill', readText: false });
    expect(await rig.failure([...set, 'price=3'], 2)).toContain('Write key=value');
    const { products } = await rig.json<{ products: { code: string }[] }>([
      'product',
      'list',
      '--brand',
      '1',
    ]);
    expect(products.map(({ code }) => code)).toContain('CLINIC');
    expect(await rig.json(['blocked-domain', 'add', 'Rival.Example'])).toEqual({
      domain: 'rival.example',
      reason: 'operator',
    });
    expect(await rig.failure(['blocked-domain', 'add', 'rival.example'], 1)).toContain('is blocked already');
    expect(await rig.failure(['blocked-domain', 'add', 'nonsense'], 1)).toContain('is no domain');
    expect(await rig.json(['blocked-domain', 'list', '--reason', 'operator'])).toEqual({
      domains: [{ domain: 'rival.example', reason: 'operator' }],
    });
    await rig.json(['blocked-domain', 'remove', 'rival.example']);
    expect(await rig.failure(['blocked-domain', 'remove', 'rival.example'], 1)).toContain('is not blocked');
    const { rows } = await rig.database.pool.query(
      "select action from audit where action like 'product.%' or action like 'blocked-domain.%' order by id",
    );
    expect(rows.map(({ action }) => String(action))).toEqual([
      'product.add',
      'product.set',
      'blocked-domain.add',
      'blocked-domain.remove',
    ]);
  });

  it('usage is rolled up, and a ticket names its address', async () => {
    expect(await rig.json(['usage', 'rollup'])).toEqual({ through: expect.stringMatching(/^\d{4}-.*Z$/u) });
    const { url } = await rig.json<{ url: string }>(['sso-ticket', '--account', '1']);
    expect(url).toMatch(/^http:\/\/localhost:1\/api\/auth\/sso\?ticket=[\w-]{43}$/u);
    expect(await rig.failure(['sso-ticket'], 2)).toContain('Name one of');
  });
});
