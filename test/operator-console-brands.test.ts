import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operatorAudit, operatorAuditVerify, operatorMailDns } from '#contract/audit/log.admin.ts';
import {
  operatorBrandAdd,
  operatorBrandAsset,
  operatorBrandPasswords,
  operatorBrandRemove,
  operatorBrandSet,
  operatorBrands,
} from '#contract/brands/brands.admin.ts';
import { operatorStorageRetry, operatorStorages } from '#contract/faxes/storage.admin.ts';
import { operatorLineAct } from '#contract/faxes/line-settings.admin.ts';
import { operatorLineAdd } from '#contract/faxes/queue.admin.ts';

import { makeAccount, makeBrand } from './factories.ts';
import { operatorOf, signInOperator } from './operator-console-rig.ts';
import type { Listed, Operator } from './operator-console-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** Returns the message of a refusal, or the whole body of any other response. */
function refusalOf(answer: LightMyRequestResponse): string {
  return answer.statusCode === 412 ? answer.json<{ message: string }>().message : answer.body;
}

describe('the operator console', () => {
  let test: TestApp;
  let anna: Operator;
  let account: Awaited<ReturnType<typeof makeAccount>>;
  let brandInUse: number;

  beforeAll(async () => {
    test = await startApp();
    anna = operatorOf(test, await signInOperator(test, 'anna'));
    brandInUse = await makeBrand(test.database.db);
    account = await makeAccount(test.database.db, { brandId: brandInUse });
  });
  afterAll(async () => await test.stop());

  it('lists storages that fail first, and makes their copies due', async () => {
    await test.database.pool.query(
      `insert into storage_link (account_id, kind, active, place, last_error)
       values ($1, 'sftp', true, '{"host":"sftp.example.com","port":22,"folder":"/","login":"u"}', 'LOGIN_REFUSED')`,
      [account.id],
    );
    const [storage] = (await anna.get<Listed>(operatorStorages)).rows;
    expect(storage).toMatchObject({ kind: 'sftp', host: 'sftp.example.com', state: 'failing' });
    expect(storage?.['fault']).not.toBe('');
    expect((await anna.act(operatorStorageRetry, { id: storage?.['id'] })).statusCode).toBe(200);
    expect((await anna.act(operatorStorageRetry, { id: '999999' })).statusCode).toBe(412);
  });

  it('changes a brand by the rules of the command line, pictures included', async () => {
    const [brand] = (await anna.get<{ brands: { hid: string }[] }>(operatorBrands)).brands;
    const hid = brand?.hid;
    expect(
      (await anna.act(operatorBrandSet, { hid, values: { title: 'Acme Fax', color: '#0a7' } })).statusCode,
    ).toBe(200);
    expect((await anna.get<Listed>(operatorAudit)).rows[0]).toMatchObject({
      action: 'brand.set',
      detail: '{"color":"#0a7","title":"Acme Fax"}',
    });
    const wrong = await anna.act(operatorBrandSet, { hid, values: { color: 'red' } });
    expect(wrong.json()).toMatchObject({
      error: 'OPERATOR_REFUSED',
      message: 'Colour must be like #0057b8.',
    });
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>',
    );
    const put = await anna.act(operatorBrandAsset, { hid, kind: 'logo', data: svg.toString('base64') });
    expect([put.statusCode, put.body]).toEqual([200, put.body]);
    const [after] = (await anna.get<{ brands: { logo: string }[] }>(operatorBrands)).brands;
    expect((await test.app.inject({ url: after?.logo ?? '' })).statusCode).toBe(200);
    const noPicture = await anna.act(operatorBrandAsset, {
      hid,
      kind: 'logo',
      data: Buffer.from('x').toString('base64'),
    });
    expect(noPicture.statusCode).toBe(412);
    await anna.act(operatorBrandAsset, { hid, kind: 'logo', data: null });
    expect((await anna.get<{ brands: { logo: string }[] }>(operatorBrands)).brands[0]?.logo).toBe('');
    expect(await anna.get(operatorMailDns)).toEqual({ records: [] });
  });

  it('says where a brand logs in and what its passwords are, and removes one that nobody uses', async () => {
    const added = await anna.act(operatorBrandAdd, { name: 'Short', domain: 'fax.short.test', lang: 'en' });
    const { hid } = added.json<{ hid: string }>();
    const shown = async () => {
      const { brands } = await anna.get<{ brands: Record<string, unknown>[] }>(operatorBrands);
      return brands.find((brand) => brand['hid'] === hid);
    };
    expect(await shown()).toMatchObject({ passwordMin: 8, passwordMax: 32, passwordRules: null });
    await anna.act(operatorBrandSet, { hid, values: { origin: 'https://fax.short.test:8443' } });
    const rules = [{ pattern: '/[0-9]/', comment: 'a digit', required: true }];
    expect((await anna.act(operatorBrandPasswords, { hid, min: 12, max: 64, rules })).statusCode).toBe(200);
    expect(await shown()).toMatchObject({
      origin: 'https://fax.short.test:8443',
      passwordMin: 12,
      passwordMax: 64,
      passwordRules: rules,
    });
    const slow = [{ pattern: '/(a+)+/', comment: 'slow', required: true }];
    expect(refusalOf(await anna.act(operatorBrandPasswords, { hid, min: 8, max: 32, rules: slow }))).toBe(
      'Rule 1 repeats a group.',
    );
    expect(refusalOf(await anna.act(operatorBrandPasswords, { hid, min: 33, max: 32, rules }))).toBe(
      'Shortest is above Longest (33 and 32): no password would do.',
    );
    expect((await anna.act(operatorBrandPasswords, { hid, min: 8, max: 32, rules: null })).statusCode).toBe(
      200,
    );
    expect(await shown()).toMatchObject({ passwordRules: null });
    const inUse = { hid: String(brandInUse) };
    expect(refusalOf(await anna.act(operatorBrandRemove, inUse))).toContain('has 1 accounts');
    expect((await anna.act(operatorBrandRemove, { hid })).statusCode).toBe(200);
    expect(await shown()).toBeUndefined();
    expect(refusalOf(await anna.act(operatorBrandRemove, { hid }))).toBe(`There is no brand ${hid}.`);
    expect((await anna.get<Listed>(operatorAudit, { object: `brand/${hid}` })).rows).toMatchObject(
      ['remove', 'set', 'set', 'set', 'add'].map((verb) => ({
        action: `brand.${verb}`,
        actor: 'operator:anna',
      })),
    );
  });

  it.each([
    ['hylafax', {}, 'its server'],
    ['hylafax', { url: 'hylafax://a:b@no host' }, 'HOST:PORT'],
    ['hylafax', { url: 'hylafax://127.0.0.1' }, 'the user'],
    ['hylafax', { url: 'hylafax://a:100%@127.0.0.1?tone=1' }, 'no option “tone”'],
    ['telnyx', {}, 'the id of its fax application'],
    ['telnyx', { connection: '1', apiKey: 'K', webhookKey: 'x' }, 'public key'],
    ['documo', { apiKey: 'K', webhookUser: 'fax' }, 'Enter the webhook password'],
  ])('a %s line of %j is refused in words that fit a form', async (kind, config, words) => {
    const input = { kind, name: 'wrong', pattern: '*', priority: 1, channels: 1, config };
    const reason = refusalOf(await anna.act(operatorLineAdd, input));
    expect(reason).toContain(words);
    expect(reason).not.toMatch(/--|f2e /);
  });

  it('shows the audit by actor, action and object, and proves that nobody changed it', async () => {
    const actions = async (query: object) =>
      (await anna.get<Listed>(operatorAudit, query)).rows.map(({ action }) => action);
    await test.sending.lineAdmin.addLine({ kind: 'simulator', name: 'sim', pattern: '*' });
    await anna.act(operatorLineAct, { name: 'sim', verb: 'drain' });
    await anna.act(operatorLineAct, { name: 'sim', verb: 'on' });
    expect(await actions({ action: 'line.' })).toEqual(['line.on', 'line.drain', 'line.add']);
    expect(await actions({ object: 'line/sim', actor: 'operator:anna' })).toEqual(['line.on', 'line.drain']);
    const pages = await anna.get<Listed>(operatorAudit, { 'per-page': '2', 'current-page': '2' });
    expect([pages.rows.length, pages.total]).toEqual([2, 5]);
    expect((await anna.act(operatorAuditVerify, {})).json()).toMatchObject({ ok: true, reason: '' });
    await test.database.pool.query(`update audit set object = 'line/other' where action = 'line.drain'`);
    expect((await anna.act(operatorAuditVerify, {})).json()).toMatchObject({ ok: false });
  });
});
