import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { firstValue } from '#test/first-value.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

import { buildProgram } from './command-line.ts';
import { leavesOf } from './command-tree.ts';

const PASSWORD = 'Right-horse-7';

/** Commands run in order on one installation: the words, the audit action written, and what it needs before. */
const STEPS: readonly (readonly [command: string, action: string, needs?: string])[] = [
  ['brand add Acme --domain a.example', 'brand.add'],
  ['brand set 2 title=Other', 'brand.set'],
  ['brand domain add 2 b.example', 'brand.domain-add'],
  ['brand domain primary 2 b.example', 'brand.domain-primary'],
  ['brand domain remove 2 a.example', 'brand.domain-remove'],
  ['brand asset 2 logo FILES/logo.svg', 'brand.asset'],
  ['brand words 2 en FILES/words.json', 'brand.words'],
  ['brand notice 2 billing-portal --url https://billing.example.com', 'brand.notice'],
  ['mail-template set reset-password FILES/mail.txt --brand 2', 'mail-template.set'],
  ['brand remove 2', 'brand.remove'],
  ['number add --area 212 2125550161 2125550162 2125550163', 'number.add'],
  ['account add --brand 1 --number 2125550161 --email a@example.com', 'account.add'],
  ['account add --brand 1 --number 2125550162 --email b@example.com', 'account.add'],
  ['account import FILES/accounts.csv --brand 1', 'account.add'],
  ['account resend-verify 1', 'account.resend-verify'],
  ['account send-reset-link 1', 'account.send-reset-link'],
  ['account reset-password 1 --password-stdin', 'account.reset-password'],
  ['account reset-second-step 1', 'second-step.reset'],
  [
    'person reset-second-step 1',
    'second-step.reset',
    `insert into person (brand_id, email, name) values (1, 'ana@people.test', 'Ana');
     insert into membership (person_id, account_id, role) values (1, 1, 'member')`,
  ],
  ['person remove 1 1', 'person.remove'],
  ['account set 1 month-limit=500', 'account.set'],
  ['account allow 1 --day-pages 500', 'account.set'],
  ['account suspend 1', 'account.suspend'],
  ['account resume 1', 'account.resume'],
  [
    'session revoke 1',
    'session.revoke',
    `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
     values ('a', 'user', 1, 1, 60, now() + interval '1 day')`,
  ],
  [
    'ban clear',
    'ban.clear',
    `insert into login_failure (key, count, window_start) values ('address:192.0.2.7', 51, now())`,
  ],
  [
    'number assign 2125550163 1',
    'number.assign',
    `update number set state = 'free', account_id = null where account_id = 1; update account set fax_number = null where id = 1`,
  ],
  ['hold place 1 --reason asked', 'hold.place'],
  ['hold lift 1', 'hold.lift'],
  ['account close 1', 'account.close'],
  ['account reopen 1', 'account.reopen'],
  [
    'number release 2125550162',
    'number.release',
    `update number set state = 'quarantine', account_id = null where digits = '2125550162'`,
  ],
  ['account erase 1 --reason asked', 'account.erase', `update account set state = 'closed' where id = 1`],
  [
    'account add --brand 1 --area 212 --email d@example.com',
    'account.add',
    `insert into number (digits, kind, area_code) values ('2125550164', 'local', '212')`,
  ],
  [
    'number move 2125550190 4',
    'number.move',
    `update number set state = 'free', account_id = null where account_id = 4; update account set fax_number = null where id = 4`,
  ],
  ['text read', 'text.read'],
  ['operator add anna --password-stdin', 'operator.add'],
  ['operator set-role anna support', 'operator.set-role'],
  ['operator set-email anna anna@example.com', 'operator.set-email'],
  ['operator reset-password anna --password-stdin', 'operator.reset-password'],
  ['operator reset-second-step anna', 'second-step.reset'],
  ['operator remove anna', 'operator.remove'],
  ['parent add --brand 1 --username acme --email p@example.com --password-stdin', 'parent.add'],
  ['parent set 1 --pages 100', 'parent.set'],
  ['parent slots 1 +5', 'parent.set'],
  ['parent disable 1', 'parent.set'],
  ['parent enable 1', 'parent.set'],
  ['parent reset-password 1 --password-stdin', 'parent.set'],
  ['parent reset-second-step 1', 'second-step.reset'],
  ['product add --brand 1 --code basic --type local --name Basic', 'product.add'],
  ['product set 1 name=Better', 'product.set'],
  ['blocked-domain add mail.example', 'blocked-domain.add'],
  ['blocked-domain remove mail.example', 'blocked-domain.remove'],
  ['sender-domain assign send.example 2', 'whitelist.prove'],
  ['location import FILES/areas.csv', 'location.import'],
  [
    'sso add --brand 1 --name Clinic --issuer https://id.example.com --client-id c --secret-stdin --domain example.com',
    'identity-provider.add',
  ],
  ['sso change-secret 1 --secret-stdin', 'identity-provider.change'],
  ['sso set 1 --scope groups --session-minutes 60', 'identity-provider.change'],
  ['sso group give 1 nurses member --account 2', 'identity-provider.give-role'],
  ['sso group take 1 1', 'identity-provider.take-role'],
  [
    'sso add --operators --name Staff --issuer https://id.example.com --client-id c --secret-stdin --domain example.com',
    'identity-provider.add',
  ],
  ['sso group give 2 staff support --console', 'identity-provider.give-role'],
  ['sso require 1 off', 'identity-provider.change'],
  ['sso remove 1', 'identity-provider.remove'],
  ['sso-ticket --account 2', 'session.ticket'],
  ['line add --kind simulator --name sim', 'line.add'],
  ['line call sim --to 3105550142', 'line.call'],
  ['line set sim --priority 5', 'line.set'],
  ['line drain sim', 'line.drain'],
  ['line on sim', 'line.on'],
  ['line remove sim', 'line.remove'],
  [
    'cancellation reject 1',
    'cancellation.reject',
    `insert into cancellation_request (account_id, contact_email, contact_phone) values (2, 'a@example.com', '')`,
  ],
  [
    'cancellation approve 2 --at now',
    'cancellation.approve',
    `insert into cancellation_request (account_id, contact_email, contact_phone) values (3, 'a@example.com', '')`,
  ],
  [
    'port submit 1',
    'port.submit',
    `insert into port_order (account_id, digits, kind) values (2, '2125550777', 'port')`,
  ],
  ['port accept 1', 'port.accept'],
  [
    'port complete 1 --number 2125550777',
    'port.complete',
    `update number set state = 'free', account_id = null where account_id = 2;
     update account set fax_number = null, pending_number = '2125550777', state = 'pending' where id = 2`,
  ],
  [
    'port reject 2 --reason no',
    'port.reject',
    `insert into port_order (account_id, digits, kind) values (2, '2125550778', 'port')`,
  ],
  ['account move 2 n7', 'account.move', `insert into node (name) values ('n7')`],
  ['node drain n7', 'node.drain'],
  ['node on n7', 'node.up'],
  ['node remove n7', 'node.remove', `update node set last_seen = '-infinity' where name = 'n7'`],
  [
    'webhook disable whk_Abcdefgh01',
    'webhook.off',
    `insert into webhook_endpoint (id, account_id, url, host, secret) values ('Abcdefgh01', 2, 'https://a.example/', 'a.example', '')`,
  ],
  ['webhook enable whk_Abcdefgh01', 'webhook.on'],
  [
    'webhook resend whk_Abcdefgh01 whd_1',
    'webhook.resend',
    `insert into api_event (account_id, type, data) values (2, 'webhook.test', '{"object":"webhook","id":"whk_Abcdefgh01"}');
     insert into webhook_delivery (endpoint_id, event_id) select 'Abcdefgh01', id from api_event
       where type = 'webhook.test'`,
  ],
  ['webhook test whk_Abcdefgh01', 'webhook.test'],
  ['webhook remove whk_Abcdefgh01', 'webhook.remove'],
  ['webhook add --account 2 --url https://hooks.example.com/x --events fax.received', 'webhook.add'],
  ['key add --account 2 --name Orders --scopes faxes:read', 'api-key.add'],
  [
    'key remove key_Abcdefgh03',
    'api-key.remove',
    `insert into api_key (account_id, public_id, mode, name, hash, scopes) values (2, 'Abcdefgh03', 'live', 'Old', '', '{}')`,
  ],
];

/** Commands that this test does not run, with the reason. */
const NOT_MADE: Readonly<Record<string, string>> = {
  start: 'starts the product and changes nothing',
  stop: 'stops the product and changes nothing',
  init: 'makes the folder and the keys of an installation that has no audit yet',
  migrate: 'changes the schema, before anything can be audited',
  'usage rollup': 'counts again what the product counts each night',
  'line hylafax install-hooks': 'writes files of another program and no row',
  backup: 'copies the whole database into a file, which the tests of backups do',
  restore: 'needs an empty installation and an archive',
  fsck: 'changes something only where files are damaged; the tests of fsck damage some',
  purge: 'changes something only where faxes are old; the test of maintenance looks for its row',
  'keys rotate': 'needs the keys of a stopped installation; the tests of rotating have one',
  'cover add': 'needs the converters',
  'cover remove': 'needs a template, which needs the converters',
  'fax send': 'needs the converters; the test of faxes looks for its row',
  'fax receive-test': 'needs the converters',
  'fax route': 'the same function as in the console, where test/audited-calls looks for its row',
  'fax discard': 'the same function as in the console, where test/audited-calls looks for its row',
  'fax discard-stuck': 'lost-faxes.test.ts looks for its row',
  'job retry': 'admin.test.ts looks for its row',
  'job cancel': 'the same function as in the console, where test/audited-calls looks for its row',
  'job release': 'the same function as job retry',
  'storage retry': 'the same function as in the console, where test/audited-calls looks for its row',
};

/** Commands that only read. */
const READ =
  /(?:^| )(?:list|show|preview|usage|deliveries|report|test|dns|verify|export|check|status|doctor|completion|unrouted|stuck|app-definition|mcp)$/u;

/** Whether a step runs this command. */
const made = (path: string) => STEPS.some(([command]) => `${command} `.startsWith(`${path} `));

describe('every command that changes something', () => {
  let rig: OperatorRig;

  beforeAll(async () => {
    rig = await createOperatorRig();
    const files = {
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>',
      'words.json': '{"login.submit":"Enter"}',
      'mail.txt': 'Subject: New password\n\n{{link}}\n',
      'accounts.csv': 'number,email\n2125550190,c@example.com\n',
      'areas.csv': 'state,area code,name\nPuerto Rico,787,San Juan\n',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(rig.folder, name), text);
  });
  afterAll(async () => await rig.close());

  it('is made here, or is on the list of those that are not, with a reason', async () => {
    const commands = leavesOf(await buildProgram(async () => {}), []).map(([path]) => path);
    expect(commands.filter((path) => !READ.test(path) && !made(path)).toSorted()).toEqual(
      Object.keys(NOT_MADE).toSorted(),
    );
  });

  const one = firstValue(() => rig.database);

  for (const [command, action, needs] of STEPS)
    it(`f2e ${command} writes ${action}`, async () => {
      if (needs !== undefined) await rig.database.pool.query(needs);
      const before = await one<string>('select coalesce(max(id), 0)::text from audit');
      const words = command.replaceAll('FILES', rig.folder).split(' ');
      await rig.json(words, command.includes('-stdin') ? `${PASSWORD}-long\n` : '');
      const written = await one<string>(
        `select coalesce(string_agg(action, ' '), '') from audit where id > $1`,
        [before],
      );
      expect(written.split(' ')).toContain(action);
    });
});
