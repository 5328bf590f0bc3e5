// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GroupNameModal } from '#web/features/mailbox/contacts/group-name-modal.tsx';
import { EditNumber } from '#web/features/mailbox/inbox/edit-number.tsx';
import { EditTime } from '#web/features/mailbox/inbox/edit-time.tsx';
import { AppPasswordSection } from '#web/features/mailbox/preferences/email-to-fax/app-password-list.tsx';
import { hold, refusal, resetServer, server } from '#web/kit/false-server-for-test.tsx';
import { openPage, push, said, settle } from '#web/kit/open-page-for-test.tsx';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { ENDPOINT, job, Behind, Forward, Keys, Hooks, Due } from './dialogs-for-test.tsx';

let page: Rendered;
beforeEach(() => resetServer());
afterEach(async () => await page.close());

const field = () => findInput(document.body, '[role=dialog] input');
const dialogText = () => document.querySelector('[role=dialog]')?.textContent ?? '';
const submit = async () => {
  await click(find(document.body, '[role=dialog] footer [data-variant=primary]'));
  await settle();
};
/** Closes the dialog that is open by hand. */
const leave = async () => {
  await press(find(document.body, '[role=dialog]'), 'Escape');
  await settle();
};

test.each<[string, ReactNode, string, string, unknown]>([
  ['forwarding a fax', <Forward key="f" />, 'POST forwardFax', 'a@example.com', { success: true }],
  [
    'naming a group',
    <Behind key="g">
      {(close) => <GroupNameModal naming={{ kind: 'new', contacts: [] }} onClose={close} />}
    </Behind>,
    'POST addContactGroup',
    'Harbor',
    { success: true, data: { id: '1' } },
  ],
  [
    'another number',
    <Behind key="n">{(close) => <EditNumber job={job} onClose={close} onDone={() => undefined} />}</Behind>,
    'POST editNumber',
    '2125550199',
    { success: true, data: { to_faxnumber: '2125550199' } },
  ],
  ['a webhook', <Hooks key="w" />, 'PUT webhooks', 'https://two.example.com', { success: true }],
])('a late answer about %s closes no other dialog', async (_what, element, call, text, answer) => {
  page = await openPage(element);
  const give = hold(call);
  if (call === 'PUT webhooks') {
    await push(`Actions for ${ENDPOINT.url}`);
    await click(find(document.body, '[role=menuitem]:nth-child(2)'));
    await settle();
  } else await push('Open');
  await type(field(), text);
  await submit();
  await leave();
  await push('Open');
  await type(field(), 'typed since');
  give(answer);
  await settle();
  expect(field().value).toBe('typed since');
});

test('a new key or secret that comes late is shown over what is typed by then, which stays', async () => {
  page = await openPage(<Keys />);
  let give = hold('POST apiKeys');
  await push('Create key');
  await type(field(), 'Portal');
  await submit();
  await leave();
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
  await push('Create key');
  await type(field(), 'Another');
  give({ success: true, data: { id: 'k2', key: 'f2e_live_x' } });
  await settle();
  expect([dialogText(), field().value]).toEqual([expect.stringContaining('Name'), 'Another']);
  expect(find(document.body, '[role=alertdialog] code').textContent).toBe('f2e_live_x');
  await page.close();

  page = await openPage(<AppPasswordSection />);
  give = hold('POST appPasswords');
  await push('Create app password');
  await type(field(), 'Scanner');
  await submit();
  await leave();
  give({ success: true, data: { id: '1', password: 'abcd efgh' } });
  await settle();
  expect(find(document.body, '[role=alertdialog] code').textContent).toBe('abcd efgh');
  await page.close();

  page = await openPage(<Hooks />);
  give = hold('POST webhooks');
  await push('Open');
  await type(field(), 'https://two.example.com');
  await submit();
  await leave();
  await push('Open');
  await type(field(), 'https://three.example.com');
  give({ success: true, data: { id: 'x', secret: 'whsec_1' } });
  await settle();
  expect(field().value).toBe('https://three.example.com');
  expect(find(document.body, '[role=alertdialog] code').textContent).toBe('whsec_1');
});

test.each<[string, ReactNode, string, string]>([
  [
    'another time',
    <Behind key="t">{(close) => <EditTime job={job} onClose={close} onDone={() => undefined} />}</Behind>,
    'POST scheduleJob',
    'Open',
  ],
  ['a due date', <Due key="d" />, 'PUT faxWork', 'Open'],
  ['recovering', <Hooks key="r" />, 'POST webhookRecovery', 'Recover since'],
  ['rotating a key', <Keys key="k" />, 'POST apiKeyRotation', 'Rotate'],
])(
  '%s: what was chosen stays when it is refused, and the dialog says why',
  async (_what, element, call, open) => {
    page = await openPage(element);
    await push(open);
    server[call] = refusal(412, 'NO');
    await submit();
    expect([dialogText(), said()]).toEqual([expect.stringContaining('Words about NO.'), '']);
    delete server[call];
    if (call === 'POST apiKeyRotation')
      server[call] = { success: true, data: { id: 'k1', key: 'f2e_live_y' } };
    if (call === 'PUT faxWork') server[call] = { success: true, data: { changed: [], stale: [] } };
    await submit();
    expect(document.querySelector('[role=dialog]')).toBeNull();
  },
);
