import type { Browser, Page } from '@playwright/test';

import { lastMail } from '../mails.ts';
import { enter } from './mailbox.ts';
import { expect } from './product.ts';
import type { RunningProduct } from './product.ts';

/** Mail templates of an account, and of an administrator. */
const TEMPLATES = ['invitation', 'administration-invitation'];

export const PERSON_PASSWORD = 'Harbor7light!';

/** Returns the path of the last invitation to an address, once it differs from `before`. */
export async function linkTo(product: RunningProduct, address: string, before = ''): Promise<string> {
  let link = '';
  await expect(async () => {
    const { pathname, search } = new URL((await lastMail(product.dataDir, TEMPLATES, address)).link);
    link = `${pathname.slice(1)}${search}`;
    expect(link).not.toBe(before);
  }).toPass();
  return link;
}

/** Lets the owner of an account invite people, who join; returns a page of each in a separate browser context. */
export async function joinTeam(
  owner: Page,
  { browser, product }: { browser: Browser; product: RunningProduct },
  number: string,
  people: readonly { name: string; email: string }[],
  role = 'Member',
): Promise<Page[]> {
  await enter(owner, product, number, 'preferences/people');
  await owner.getByRole('button', { name: 'Invite people' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email addresses').fill(people.map(({ email }) => `${email},`).join(''));
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`, 'u') }).check();
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(dialog).toBeHidden();
  const pages = [];
  for (const { name, email } of people) {
    const context = await browser.newContext({ baseURL: product.baseURL, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(await linkTo(product, email));
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByRole('button', { name: new RegExp(name, 'u') })).toBeVisible();
    pages.push(page);
  }
  return pages;
}
