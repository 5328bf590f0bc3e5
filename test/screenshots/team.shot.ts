import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { rows } from '../e2e/inbox-rig.ts';
import { joinTeam } from '../e2e/people-rig.ts';
import { test } from '../e2e/product.ts';
import { PROJECT } from '../start-product.ts';
import { SHOWN } from './camera.ts';

const ANA = { name: 'Ana Duarte', email: 'ana@example.com' };
const LEO = { name: 'Leo Brandt', email: 'leo@example.com' };

/** Makes a call in the page's session, and returns its response. */
async function call<Reply>(page: Page, method: string, path: string, body?: object): Promise<Reply> {
  return (await page.evaluate(
    async ([how, where, what]) => {
      const token = /access-token=([^;]+)/u.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-access-token': token };
      const answer = await fetch(`api/faxui/${where}`, { method: how, headers, ...(what && { body: what }) });
      return (await answer.json()) as unknown;
    },
    [method, path, body && JSON.stringify(body)] as const,
  )) as Reply;
}

test('the picture of the team inbox', async ({ page: owner, browser, product }) => {
  const [ana, leo] = (await joinTeam(owner, { browser, product }, SHOWN, [ANA, LEO])) as [Page, Page];
  await ana.setViewportSize({ width: 1280, height: 800 });
  await ana.goto('inbox');
  await rows(ana).first().waitFor();
  const ids = await rows(ana).evaluateAll((all) => all.map((row) => row.dataset['id'] ?? ''));
  const { people } = await call<{ people: { id: string; name: string }[] }>(ana, 'GET', 'team');
  const idOf = ({ name }: typeof ANA) => people.find((one) => one.name === name)?.id;
  const tag = async (name: string, color: string) =>
    (await call<{ data: { id: string } }>(ana, 'POST', 'tags', { name, color })).data.id;
  const [order, billing] = [await tag('Purchase order', 'blue'), await tag('Billing', 'amber')];
  const today = new Date().toISOString().slice(0, 10);
  const work = [
    { status: 'doing', assignee: idOf(ANA), due: today, addTags: [order] },
    { addTags: [billing] },
    { assignee: idOf(LEO), addTags: [order] },
    { status: 'done', assignee: idOf(ANA) },
  ];
  for (const [i, change] of work.entries())
    await call(ana, 'PUT', 'faxWork', { faxes: [{ id: ids[i], version: 0 }], ...change });
  const text = 'Four items are on back order. @Ana Duarte can we split the shipment?';
  await call(leo, 'POST', 'faxNotes', { fid: ids[0], text, mentions: [idOf(ANA)] });
  await call(ana, 'POST', 'faxNotes', { fid: ids[0], text: 'Yes. I’ll confirm it today.' });
  await ana.goto('inbox');
  await rows(ana).first().click();
  await ana.getByRole('button', { name: 'Details' }).click();
  await ana.locator('.page-area .page[data-state=ready]').first().waitFor();
  await ana.getByText('I’ll confirm it today').waitFor();
  await ana.locator('.party-faxes li').first().waitFor();
  await sharp(await ana.screenshot())
    .png({ palette: true })
    .toFile(join(PROJECT, 'docs/team-inbox.png'));
  await Promise.all([ana, leo].map(async (page) => await page.context().close()));
});
