import type { APIResponse, Page } from '@playwright/test';
import { ORDER, addNumber, attach, enter, plainFile, sendButton } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';

const WRITER = '2125550183';
const TO = '3105550151';

const cover = (page: Page) => page.getByRole('switch', { name: 'Cover page' });

/** Posts directly to the server, whatever the page would have allowed. */
async function post(page: Page, fields: Record<string, string>): Promise<APIResponse> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === 'access-token')?.value ?? '';
  return await page.request.post('api/faxui/sendFax', {
    multipart: fields,
    headers: { 'X-Access-Token': token },
  });
}
const codeOf = async (answer: APIResponse) => ((await answer.json()) as { error: string }).error;

async function expectModal(page: Page, title: string): Promise<void> {
  const modal = page.getByRole('alertdialog', { name: title });
  await expect(modal).toBeVisible();
  await modal.getByRole('button', { name: 'OK' }).click();
}

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, WRITER);
  await ensureSimulator(product);
});

test.beforeEach(async ({ page, product }) => {
  await enter(page, product, WRITER, 'inbox/compose');
});

/** The input stops at the limit, and the server refuses longer values, which no page would send. */
function takes(label: string, wire: string, max: number) {
  return async ({ page }: { page: Page }) => {
    await cover(page).check();
    const field = page.getByLabel(label, { exact: true });
    await field.fill('x'.repeat(max - 1));
    await field.press('End');
    await field.pressSequentially('yz');
    await expect(field).toHaveValue(`${'x'.repeat(max - 1)}y`);
    const refused = await post(page, { destinations: TO, coverpage: '1', [wire]: 'x'.repeat(max + 1) });
    expect(refused.status()).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'FIELD_INVALID', fields: { [wire]: 'TOO_LONG' } });
    const taken = await post(page, { destinations: TO, coverpage: '1', [wire]: 'x'.repeat(max) });
    expect(taken.status()).toBe(200);
  };
}

test('[COMP-19] the location takes 50 characters', takes('Location', 'to_location', 50));
test('[COMP-20] the company takes 40 characters', takes('Company', 'to_company', 40));
test('[COMP-21] the name takes 40 characters', takes('Recipient name', 'to_person', 40));
test('[COMP-22] the subject takes 60 characters', takes('Subject', 'regarding', 60));
test('[COMP-23] the comments take 1132 characters', takes('Comments', 'comments', 1132));

test('[COMP-24] the footer has no input and takes 60 characters on the server', async ({ page }) => {
  await cover(page).check();
  await expect(page.getByLabel('Footer')).toHaveCount(0);
  const fields = { destinations: TO, coverpage: '1', comments: 'x' };
  expect((await post(page, { ...fields, footer: 'f'.repeat(61) })).status()).toBe(400);
  expect((await post(page, { ...fields, footer: 'f'.repeat(60) })).status()).toBe(200);
});

test('[COMP-09] [COMP-28] without a number nothing is sent, here and on the server', async ({ page }) => {
  await attach(page, ORDER);
  await sendButton(page).click();
  await expectModal(page, 'No recipients');
  expect(await codeOf(await post(page, { coverpage: '1', comments: 'x' }))).toBe('NO_RECIPIENTS');
});

test('[COMP-27] without a file and a cover page nothing is sent, here and on the server', async ({
  page,
}) => {
  await addNumber(page, TO);
  await sendButton(page).click();
  await expectModal(page, 'Unable to send');
  expect(await codeOf(await post(page, { destinations: TO }))).toBe('NOTHING_TO_SEND');
});

test('[COMP-26] an empty or invalid cover page is not sent, here and on the server', async ({ page }) => {
  await addNumber(page, TO);
  await cover(page).check();
  await sendButton(page).click();
  await expectModal(page, 'Cover page cannot be empty');
  await page.getByLabel('Phone', { exact: true }).fill('letters');
  await sendButton(page).click();
  await expect(page.getByText('Phone can only contain numbers.')).toBeVisible();
  await expect(page).toHaveURL(/compose$/u);
  const empty = await post(page, { destinations: TO, coverpage: '1', comments: ' \n ' });
  expect(await codeOf(empty)).toBe('COVER_PAGE_EMPTY');
  const letters = await post(page, { destinations: TO, coverpage: '1', to_phone: 'letters' });
  expect(await codeOf(letters)).toBe('FIELD_INVALID');
});

test('[COMP-32] [COMP-33] [A-UPLOAD-01] [A-UPLOAD-07] a wrong type and a file over 10 MB are named in a modal, and refused by the server', async ({
  page,
  faults,
}) => {
  faults.allow(/^41[35]: POST .*sendFax/u);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  // A name that is markup, and one that reads backwards, are shown as text, for accepted files and refused ones.
  const markup = '<img src=x onerror=alert(1)>';
  await addNumber(page, TO);
  await attach(page, plainFile(`${markup}.txt`, 100), plainFile('invoice\u202Efdp.exe.txt', 100));
  const names = page.locator('.att-name');
  await expect(names).toHaveText([`${markup}.txt`, 'invoicefdp.exe.txt']);
  await expect(page.getByRole('img', { name: `${markup}.txt, page 1, as it will be sent` })).toBeVisible();
  await attach(page, plainFile('run.exe', 100), plainFile(`${markup}.svg`, 100));
  await expect(page.getByRole('alertdialog')).toContainText('run.exe');
  await expect(page.getByRole('alertdialog')).toContainText(`${markup}.svg`);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  await expectModal(page, 'File type not supported');
  // The content entered before is still there.
  await expect(names.filter({ hasText: '.txt' })).toHaveCount(2);
  await expect(page.locator('.tag')).toHaveCount(1);
  for (const name of [`${markup}.txt`, 'invoicefdp.exe.txt']) {
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: `Remove ${name}` })
      .click();
  }
  expect(dialogs).toEqual([]);
  await attach(page, plainFile('large.txt', 10_485_761), plainFile('fits.txt', 10_485_760));
  await expect(page.getByRole('alertdialog')).toContainText('large.txt');
  await expect(page.getByRole('alertdialog')).not.toContainText('fits.txt');
  await expectModal(page, 'File too large');
  const send = async (name: string, size: number) =>
    await page.evaluate(
      async ([file, bytes, to]) => {
        const form = new FormData();
        form.set('destinations', to);
        form.set('userfiles[0]', new Blob(['a'.repeat(bytes)]), file);
        const token = /access-token=([^;]*)/u.exec(document.cookie)?.[1] ?? '';
        const headers = { 'X-Access-Token': token };
        const answer = await fetch('/api/faxui/sendFax', { method: 'POST', body: form, headers });
        return { status: answer.status, text: await answer.text() };
      },
      [name, size, TO] as const,
    );
  const type = await send('run.exe', 100);
  expect(type.status).toBe(415);
  expect(type.text).toContain('run.exe');
  expect((await send('large.txt', 10_485_761)).status).toBe(413);
  expect((await send('fits.txt', 10_485_760)).status).toBe(200);
});

test('[COMP-16] [COMP-25] [COMP-37] the form goes up with the documented fields', async ({
  page,
  faults,
}) => {
  faults.allow(/ERR_FAILED: POST .*drafts/u);
  await page.route('**/api/faxui/drafts*', async (route) => {
    if (route.request().method() === 'POST') await route.abort();
    else await route.continue();
  });
  await addNumber(page, TO);
  await addNumber(page, '3105550152');
  await attach(page, ORDER, plainFile('notes.txt', 20));
  await cover(page).check();
  for (const [label, text] of [
    ['Recipient name', 'Robert'],
    ['Company', 'Harbor'],
    ['Phone', '5551234'],
    ['Location', 'Boston'],
    ['Subject', 'Order'],
    ['Comments', 'Two'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  const { data } = (await (await page.request.get('api/faxui/coverPages')).json()) as {
    data: { template_id: string; name: string }[];
  };
  expect(data.map(({ template_id: id }) => id)).toContain('3');
  for (const { name } of data) await expect(page.getByRole('radio', { name, exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Letter', exact: true }).check();
  const request = page.waitForRequest('**/sendFax');
  await sendButton(page).click();
  const body = (await request).postDataBuffer()?.toString('latin1') ?? '';
  const values = Object.fromEntries(
    [...body.matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)\r\n/gu)].map(([, name, value]) => [name, value]),
  );
  expect(values).toMatchObject({
    coverpage: '1',
    to_person: 'Robert',
    to_company: 'Harbor',
    to_location: 'Boston',
    to_phone: '5551234',
    regarding: 'Order',
    comments: 'Two',
    template_id: '3',
    destinations: `${TO};3105550152`,
    destinationsEmail: '',
  });
  expect(body).toContain('name="userfiles[0]"; filename="order.pdf"');
  expect(body).toContain('name="userfiles[1]"; filename="notes.txt"');
  await expect(page).toHaveURL(/folder=Outbox/u);
});
