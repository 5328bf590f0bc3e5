import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

import { BELIEVED, believeMail } from '../mail-rig/believe-mail.ts';
import { whyNoMailRig } from '../mail-rig/start-mail-rig.ts';
import { READER, WRITER, mailTest as test, pagesOf } from './mail-product.ts';
import { addNumber, attach, enter, ORDER, sendButton } from './mailbox.ts';
import { expect } from './product.ts';

const why = whyNoMailRig();
if (why !== null) process.stderr.write(`NOT TESTED with real mail servers: ${why}\n`);

test.skip(why !== null, why ?? '');

test('[SUB-19] [A-MAILOUT-03] a fax sent here is a believed PDF in the receiver’s mailbox, a mail becomes a fax, and what comes back is marked', async ({
  page,
  browser,
  product,
  mail,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const reader = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await enter(reader, product, READER, 'preferences/subaccounts');
  for (const user of ['sub2', 'full']) {
    await reader.getByRole('button', { name: 'Add email address' }).click();
    await reader.getByRole('dialog').getByLabel('Email address').fill(`${user}@customer.test`);
    await reader.keyboard.press('Enter');
    await expect(reader.getByRole('dialog')).toBeHidden();
    await expect(reader.getByRole('cell', { name: `${user}@customer.test Not confirmed yet` })).toBeVisible();
  }

  let link = '';
  await test.step('out: what is sent in the browser lies in the mailbox', async () => {
    await enter(page, product, WRITER, 'inbox/compose');
    await addNumber(page, READER);
    await attach(page, ORDER, await noise());
    await sendButton(page).click();
    await expect(page).toHaveURL(/folder=Outbox/u);
    for (const user of ['sub1', 'sub2']) {
      const [delivered] = await mail.arrived(user, 'application/pdf');
      const { mail: read, ...proof } = await believeMail(
        delivered?.source ?? Buffer.alloc(0),
        mail.servers.dns,
      );
      expect(read.from).toEqual({ name: 'Harbor Fax', address: 'no-reply@fax.test' });
      expect(read.subject).toBe('New fax from 212-555-0410');
      expect(read.returnPath).toMatch(/^b-[0-9a-v]+-[0-9a-f]{16}@fax\.test$/u);
      expect(proof).toEqual(BELIEVED);
      const pdf = read.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
      expect(await pagesOf(pdf?.content)).toBe(3);
      link = /https?:\S+\/inbox\S*/u.exec(read.text ?? '')?.[0] ?? '';
    }
  });

  await test.step('the link of the mail opens nothing for somebody who is not logged in', async () => {
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link);
    await expect(stranger).toHaveURL(/\/login(?:\?|$)/u);
    await expect(stranger.getByLabel('Fax number')).toBeVisible();
    await stranger.context().close();
  });

  await test.step('back: the report of the mailbox that is full marks its address', async () => {
    const row = reader.getByRole('row').filter({ hasText: 'full@customer.test' });
    await expect(async () => {
      await reader.reload();
      await expect(row.getByText('Email bounces')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(reader.getByText('Email to full@customer.test bounced: the mailbox is full.')).toBeVisible();
  });

  await test.step('in: a mail through Postfix is a fax of its sender, who is told', async () => {
    const files = [{ name: 'offer.pdf', type: 'application/pdf', bytes: ORDER.buffer }];
    const to = `${READER}@fax.test`;
    await mail.post({ from: 'admin@customer.test', to, subject: 'Offer', files });
    const [answer] = await mail.arrived('admin', 'page-1.gif');
    await page.goto('inbox?folder=Sent');
    const sent = page.getByRole('option').filter({ hasText: 'By email' });
    await expect(sent).toContainText('3 pages');
    await expect(page.getByRole('option')).toHaveCount(2);
    const { mail: read } = await believeMail(answer?.source ?? Buffer.alloc(0), mail.servers.dns);
    const cancel = /https?:\S+\/cancel-fax\?key=\S+/u.exec(read.text ?? '')?.[0] ?? '';
    await page.goto(cancel);
    await page.getByRole('button', { name: 'Cancel the fax' }).click();
    await expect(page.getByRole('heading', { name: 'It’s too late to cancel' })).toBeVisible();
  });
});

/** Returns a picture whose fax page is larger than the nearly full mailbox. */
async function noise() {
  const [width, height] = [400, 400];
  const raw = { width, height, channels: 1 } as const;
  const buffer = await sharp(randomBytes(width * height), { raw })
    .png()
    .toBuffer();
  return { name: 'noise.png', mimeType: 'image/png', buffer };
}
