import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  operatorBanClear,
  operatorBans,
  operatorBlockedDomainAdd,
  operatorBlockedDomainRemove,
  operatorBlockedDomains,
} from '#contract/gateways/senders.admin.ts';
import { operatorAudit } from '#contract/audit/log.admin.ts';
import {
  operatorBrandAdd,
  operatorBrandDomain,
  operatorBrandNotice,
  operatorBrandWord,
  operatorBrandWords,
  operatorBrands,
} from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand, ConsoleWord } from '#contract/brands/brands.admin.ts';
import { operatorLineAct } from '#contract/faxes/line-settings.admin.ts';
import { operatorLineAdd, operatorLines } from '#contract/faxes/queue.admin.ts';

import { operatorOf, signInOperator } from './operator-console-rig.ts';
import type { Listed, Operator } from './operator-console-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** Secrets of lines, which no response and no audit row may contain. */
const SECRETS = ['Line-secret-1', 'Admin-secret-2'];

/** Returns the status and message of a refusal. */
async function refused(answer: Promise<LightMyRequestResponse>): Promise<[number, string]> {
  const { statusCode, body } = await answer;
  return [statusCode, (JSON.parse(body) as { message: string }).message];
}

describe('the operator console', () => {
  let test: TestApp;
  let anna: Operator;

  beforeAll(async () => {
    test = await startApp();
    anna = operatorOf(test, await signInOperator(test, 'anna'));
  });
  afterAll(async () => await test.stop());

  const acts = async (query: object) => (await anna.get<Listed>(operatorAudit, query)).rows;

  it('adds lines by the rules of the command line, shows no secret of them, and takes them out of use', async () => {
    const [password, admin] = SECRETS;
    const input = { kind: 'hylafax', name: 'fax1', pattern: '+1212*', priority: 7, channels: 2 };
    const config = { url: `hylafax://fax:${password}@127.0.0.1:4559?admin=${admin}` };
    const added = await anna.act(operatorLineAdd, { ...input, config });
    expect(added.json()).toEqual({ name: 'fax1', webhookUrl: null });
    expect(await refused(anna.act(operatorLineAdd, { ...input, config }))).toEqual([
      412,
      'There is already a line named “fax1”.',
    ]);
    const { lines } = await anna.get<{ lines: object[] }>(operatorLines);
    expect(lines).toContainEqual(expect.objectContaining({ ...input, state: 'on' }));
    const rows = await acts({ object: 'line/fax1' });
    expect(rows).toMatchObject([{ actor: 'operator:anna', action: 'line.add' }]);
    const shown = JSON.stringify([lines, rows, added.body]);
    expect(SECRETS.filter((secret) => shown.includes(secret))).toEqual([]);
    const gone = { name: 'fax1', verb: 'remove' };
    expect((await anna.act(operatorLineAct, gone)).statusCode).toBe(200);
    expect(await refused(anna.act(operatorLineAct, gone))).toEqual([412, 'There is no line named “fax1”.']);
    expect(await refused(anna.act(operatorLineAct, { name: 'onnet', verb: 'remove' }))).toEqual([
      412,
      'The line onnet is always there.',
    ]);
  });

  it('says where the carrier of a new line reports', async () => {
    const config = { connection: '17', webhookKey: Buffer.alloc(32, 1).toString('base64'), apiKey: 'KEY' };
    const added = await anna.act(operatorLineAdd, {
      kind: 'telnyx',
      name: 'carrier',
      pattern: '*',
      priority: 100,
      channels: 4,
      config,
    });
    expect(added.json()).toEqual({
      name: 'carrier',
      webhookUrl: 'http://localhost:8080/api/lines/carrier/telnyx',
    });
  });

  it('shows who has to wait after wrong passwords, and lets them try again', async () => {
    const failures = [
      ['pair:2125550100:2001:db8::1', 11],
      ['address:192.0.2.7', 51],
      ['pair:2125550101:192.0.2.8', 3],
    ];
    for (const [key, count] of failures)
      await test.database.pool.query(
        'insert into login_failure (key, count, window_start) values ($1, $2, now())',
        [key, count],
      );
    const { rows } = await anna.get<Listed>(operatorBans);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'pair', login: '2125550100', address: '2001:db8::1', count: 11 }),
    );
    const clear = async () => await anna.act(operatorBanClear, { key: 'address:192.0.2.7' });
    expect((await clear()).statusCode).toBe(200);
    expect((await clear()).statusCode).toBe(412);
    expect((await anna.get<Listed>(operatorBans)).rows).toHaveLength(1);
    expect((await acts({ action: 'ban.clear' })).at(-1)).toMatchObject({
      actor: 'operator:anna',
      detail: '{"key":"address:192.0.2.7","cleared":1}',
    });
  });

  it('blocks sender domains and allows them again; those that ship with the product are shown when asked for', async () => {
    expect((await anna.act(operatorBlockedDomainAdd, { domain: 'Rival.example' })).statusCode).toBe(200);
    expect((await anna.get<Listed>(operatorBlockedDomains)).rows).toEqual([
      { domain: 'rival.example', reason: 'operator' },
    ]);
    expect((await anna.get<Listed>(operatorBlockedDomains, { shipped: '1' })).rows).toContainEqual({
      domain: 'gmail.com',
      reason: 'public',
    });
    expect((await anna.act(operatorBlockedDomainAdd, { domain: 'no domain' })).statusCode).toBe(412);
    const remove = async () => await anna.act(operatorBlockedDomainRemove, { domain: 'rival.example' });
    expect((await remove()).statusCode).toBe(200);
    expect(await refused(remove())).toEqual([412, '“rival.example” is not blocked.']);
    expect((await acts({ action: 'blocked-domain.' })).map(({ action }) => action)).toEqual([
      'blocked-domain.remove',
      'blocked-domain.add',
    ]);
  });

  it('makes brands, and changes their domains, notices and words', async () => {
    const brand = { name: 'Care Fax', domain: 'care.example', lang: 'de' };
    const { hid } = (await anna.act(operatorBrandAdd, brand)).json<{ hid: string }>();
    expect(await refused(anna.act(operatorBrandAdd, brand))).toEqual([
      412,
      'The domain care.example belongs to another brand.',
    ]);
    const domain = async (verb: string, name: string) =>
      (await anna.act(operatorBrandDomain, { hid, verb, domain: name })).statusCode;
    expect(await domain('add', 'fax.care.example')).toBe(200);
    expect(await domain('remove', 'care.example')).toBe(412);
    expect(await domain('primary', 'fax.care.example')).toBe(200);
    expect(await domain('remove', 'care.example')).toBe(200);
    const notice = async (value: string) =>
      (await anna.act(operatorBrandNotice, { hid, notice: 'serviceTransfer', value })).statusCode;
    expect([await notice('soon'), await notice('2027-02-28')]).toEqual([412, 200]);
    const url = 'https://billing.care.example';
    await anna.act(operatorBrandNotice, { hid, notice: 'billingPortal', value: url });
    const stored = async () =>
      (await anna.get<{ brands: ConsoleBrand[] }>(operatorBrands)).brands.find((one) => one.hid === hid);
    expect(await stored()).toMatchObject({
      domains: ['fax.care.example'],
      billingPortal: url,
      serviceTransfer: '2027-02-28',
    });
    await notice('');
    expect(await stored()).toMatchObject({ billingPortal: url, serviceTransfer: '' });
  });

  it('finds what pages say, and lets a brand say it differently by the rules of the command line', async () => {
    const { hid } = (
      await anna.act(operatorBrandAdd, { name: 'Words', domain: 'words.example', lang: 'en' })
    ).json<{ hid: string }>();
    const words = async (search = '') =>
      (await anna.get<{ rows: ConsoleWord[] }>(operatorBrandWords, { hid, language: 'de', search })).rows;
    expect(await words()).toEqual([]);
    const [found] = await words('login.submit');
    expect(found).toMatchObject({ key: 'login.submit', own: null });
    const say = async (key: string, text: string | null) =>
      await anna.act(operatorBrandWord, { hid, language: 'de', key, text });
    expect((await say('login.submit', 'Hinein')).statusCode).toBe(200);
    expect(await words()).toEqual([{ ...found, own: 'Hinein' }]);
    expect((await words('hinein'))[0]).toMatchObject({ key: 'login.submit' });
    expect(await refused(say('login.submit', 'Hinein {{who}}'))).toEqual([
      412,
      '“login.submit” can’t name {{who}}: nothing fills it there.',
    ]);
    expect((await say('errors.NOT_FOUND', 'x')).statusCode).toBe(412);
    expect(await words('errors.NOT_FOUND')).toEqual([]);
    expect((await say('login.submit', null)).statusCode).toBe(200);
    expect(await words()).toEqual([]);
    expect((await acts({ action: 'brand.words' }))[0]).toMatchObject({
      actor: 'operator:anna',
      detail: '{"keys":["login.submit"],"language":"de"}',
    });
    const elsewhere = await anna.ask(operatorBrandWords, { hid, language: '../en' });
    expect(elsewhere.statusCode).toBe(412);
  });
});
