import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { formatWireTime } from '#contract/kit/wire.ts';
import { verifyPassword } from '#engine/secrets/passwords.ts';
import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';
import { provenAdministrator } from '#server/kit/scope.ts';
import { ZONE, createDemonstrationRig, useDocumentEngine } from '#test/demonstration-rig.ts';
import type { DemonstrationRig } from '#test/demonstration-rig.ts';

import { prepareInstallation } from './demonstration.service.ts';
import { instantOf } from './sample-time.ts';

const PASSWORD = 'Right-horse-7';

useDocumentEngine();

let rig: DemonstrationRig;

beforeAll(async () => {
  rig = await createDemonstrationRig();
  const began = performance.now();
  await prepareInstallation(rig.deps, { demo: true, password: PASSWORD });
  console.log(`demonstration data after ${((performance.now() - began) / 1000).toFixed(1)} s`);
});

afterAll(async () => {
  await rig.close();
});

describe('the demonstration', () => {
  it('has the logins, numbers, contacts and faxes that are promised', async () => {
    const { deps, rows, announced } = rig;
    const accounts = await rows<{ fax_number: string; password_hash: string }>(
      'select * from account order by fax_number',
    );
    expect(accounts.map((account) => account.fax_number)).toEqual([
      '2125550100',
      '2125550101',
      '2125550150',
      '2125550160',
      '2125550161',
      '2125550162',
      null,
    ]);
    expect(accounts.slice(0, 3)).toMatchObject([
      { admin_email: 'owner@example.com', state: 'active', station_id: 'LAKEVIEW PROPERTY' },
      { admin_email: 'second@example.com', state: 'active' },
      { options: 'enterprisefax=yes', state: 'active' },
    ]);
    expect(accounts[6]).toMatchObject({ state: 'pending', pending_number: '2125550163' });
    for (const { password_hash } of accounts.slice(0, 6)) {
      expect((await verifyPassword(password_hash, PASSWORD)).kind).toBe('right');
    }
    const [parent] = await rows<{ username: string; password_hash: string }>('select * from parent');
    expect(parent).toMatchObject({ username: 'admin', total_services: 6, total_pages: 3000 });
    expect((await verifyPassword(parent?.password_hash ?? null, PASSWORD)).kind).toBe('right');
    expect(
      await rows('select count(*)::int as all, count(account_id)::int as used from service_slot'),
    ).toEqual([{ all: 6, used: 4 }]);
    expect(
      await rows(`select count(distinct area_code)::int as areas from number where state = 'free'`),
    ).toEqual([{ areas: 7 }]);
    // The person who started it chose the password: no need to show it.
    expect(announced).toEqual([]);
    const file = join(deps.dataDir, 'demo-credentials.txt');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const logins = [
      '2125550100',
      '2125550101',
      '2125550150',
      '2125550160',
      '2125550161',
      '2125550162',
      'admin',
    ];
    expect(await readFile(file, 'utf8')).toBe(logins.map((login) => `${login} ${PASSWORD}\n`).join(''));
  });

  it('shows real documents of the last weeks, some unread, some archived, one that failed', async () => {
    const { deps, rows } = rig;
    const faxes = await rows<{
      tiff_key: string;
      pages: number;
      bytes: number;
      sha256: Buffer;
      fax_at: Date;
    }>(
      `select f.*, d.tiff_key, d.sha256 from fax f join document d on d.id = f.document_id
       join account a on a.id = f.account_id where a.fax_number = '2125550100' order by f.fax_at desc`,
    );
    expect(faxes.length).toBeGreaterThan(12);
    for (const fax of faxes) {
      const tiff = (await deps.files.get(fax.tiff_key)) ?? Buffer.of();
      expect([deps.documents.countPages(tiff), tiff.byteLength]).toEqual([fax.pages, fax.bytes]);
      expect(fax.fax_at.getTime()).toBeLessThan(Date.now());
      expect(fax.fax_at.getTime()).toBeGreaterThan(Date.now() - 35 * 86_400_000);
    }
    expect(new Set(faxes.map(({ fax_at }) => fax_at.toDateString())).size).toBeGreaterThan(8);
    expect(
      await rows(
        `select count(*) filter (where is_new)::int as unread, count(*) filter (where archived)::int as archived,
         count(*) filter (where status = 'FAILED')::int as failed from fax join account a on a.id = account_id
         where fax_number = '2125550100'`,
      ),
    ).toEqual([{ unread: 3, archived: 3, failed: 1 }]);
    expect(await rows(`select distinct dials, last_error from send_job where state = 'FAILED'`)).toEqual([
      { dials: 5, last_error: 'NO_ANSWER' },
    ]);
    expect(await rows(`select count(*)::int as n from send_attempt where result = 'NO_ANSWER'`)).toEqual([
      { n: 10 },
    ]);
  });

  it('books its pages as used, in the months of the faxes', async () => {
    const { rows } = rig;
    const byFax = await rows(
      `select account_id, date_trunc('month', fax_at at time zone '${ZONE}')::date as month,
         coalesce(sum(pages) filter (where action = 'S' and status = 'OK'), 0)::int as sent_pages,
         coalesce(sum(pages) filter (where action = 'R'), 0)::int as rcvd_pages
       from fax group by 1, 2 order by 1, 2`,
    );
    const kept = await rows(
      'select account_id, month, sent_pages, rcvd_pages from usage_month order by 1, 2',
    );
    expect(kept).toEqual(byFax);
    const billed = `select sum(billed_pages)::int as n from send_job`;
    const sent = 'select sum(sent_pages)::int as n from usage_month';
    expect(await rows(billed)).toEqual(await rows(sent));
  });
});

/** Returns the day in the server zone that many days ago. */
function dayBefore(days: number): string {
  return formatWireTime(new Date(Date.now() - days * 86_400_000), ZONE).slice(0, 10);
}

describe('the administrator of the demonstration', () => {
  it('has accounts with months of faxes, may look into them, and sees their usage in table, chart and file', async () => {
    const { database, rows } = rig;
    const children = await rows<{ may_view: boolean; faxes: number; months: number }>(
      `select p.parent_view as may_view, count(f.*)::int as faxes,
         count(distinct date_trunc('month', f.fax_at))::int as months
       from account a join product p on p.id = a.product_id join fax f on f.account_id = a.id
       where a.parent_id is not null group by a.id, p.id`,
    );
    expect(children).toHaveLength(3);
    for (const { may_view, faxes, months } of children) {
      expect(may_view).toBe(true);
      expect(faxes).toBeGreaterThan(15);
      expect(months).toBeGreaterThan(2);
    }
    const [parent] = await rows<{ id: number }>('select id from parent');
    const usage = new MultifaxUsage({ database, zone: ZONE });
    const range = { from: dayBefore(89), to: dayBefore(0) };
    const id = provenAdministrator(parent?.id ?? 0);
    const shown = await usage.list(id, range, { sort: 'total', order: 'desc', offset: 0, limit: 10 });
    expect(shown.accountList).toHaveLength(3);
    const { days } = await usage.days(id, range);
    expect(days.filter(({ sent, received }) => sent + received > 0).length).toBeGreaterThan(25);
    let file = '';
    for await (const piece of usage.text(id, range)) file += piece;
    expect(file.trimEnd().split('\r\n').length - 1).toBe(children.reduce((sum, { faxes }) => sum + faxes, 0));
    expect(await rows('select email from subaccount')).toHaveLength(3);
    expect(await rows('select domain from whitelisted_domain where active')).toHaveLength(2);
  });
});

describe('the time of a sample', () => {
  const now = new Date('2026-11-23T15:00:00Z'); // Monday, 10 am in New York

  it('is on a working day of the zone and never in the future', () => {
    expect(instantOf(now, { minutes: 25 }, ZONE).toISOString()).toBe('2026-11-23T14:35:00.000Z');
    expect(instantOf(now, { days: 3, time: '15:42' }, ZONE).toISOString()).toBe('2026-11-20T20:42:00.000Z');
    expect(instantOf(now, { days: 1, time: '15:42' }, ZONE).toISOString()).toBe('2026-11-20T20:42:00.000Z');
    expect(instantOf(now, { days: 2, time: '15:42' }, ZONE).toISOString()).toBe('2026-11-20T20:42:00.000Z');
    expect(instantOf(now, { days: 0, time: '16:00' }, ZONE).toISOString()).toBe('2026-11-23T14:59:00.000Z');
  });
});
