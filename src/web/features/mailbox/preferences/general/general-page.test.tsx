// @vitest-environment jsdom
import { Link } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatDateTime } from '#web/kit/format-date.ts';
import { click, find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { calls, callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, push, said, settle } from '#web/kit/open-page-for-test.tsx';
import { SETTINGS, choose, dialogText, hotkey, reset } from '../preferences-for-test.tsx';
import { GeneralPage } from './general-page.tsx';

let page: Rendered;
beforeEach(reset);
afterEach(() => page.close());

const select = (index: number) => page.place.querySelectorAll('select')[index];
const switches = () => [...page.place.querySelectorAll<HTMLInputElement>('[role=switch]')];

test('[PGEN-13] shows a spinner until the time zones are there', async () => {
  const zones = Promise.withResolvers<unknown>();
  server['GET TimeZoneList.json'] = () => zones.promise;
  page = await openPage(<GeneralPage />);
  expect(page.place.querySelector('.sp')).not.toBeNull();
  expect(page.place.querySelector('select')).toBeNull();
  zones.resolve([{ timezone_id: '5', name: 'Eastern', system_name: 'America/New_York' }]);
  await settle();
  expect(page.place.querySelector('.sp')).toBeNull();
  expect(select(1).value).toBe('5');
});

test('[PGEN-05] saves all four settings by button and by Alt+Shift+Enter', async () => {
  page = await openPage(<GeneralPage />);
  expect(switches().map((one) => one.checked)).toEqual([true, true, false]);
  const saved = {
    ...SETTINGS,
    notifyNew: '0',
    timezoneId: '54',
    timeZoneLabel: { ...SETTINGS.timeZoneLabel, system_name: 'Asia/Tokyo' },
  };
  server['PUT GlobalSettings.json'] = { success: true, data: saved };
  await click(switches()[0]);
  await choose(select(1), '54');
  await click(button('Save changes'));
  await settle();
  const body = { notifyNew: '0', warnDelete: '1', language: 'en', timezoneId: '54' };
  expect(callsOf('PUT', 'GlobalSettings.json').map((call) => call.body)).toEqual([body]);
  expect(said()).toBe('Settings saved.');
  expect(formatDateTime('2026-11-20T12:00:00Z')).toBe('11/20/2026 21:00');
  await hotkey('Enter');
  expect(callsOf('PUT', 'GlobalSettings.json')).toHaveLength(2);
});

test('[PGEN-03] a language is chosen from a list, and all words are in it once it is saved', async () => {
  server['GET de.json'] = { general: { title: 'Allgemein' } };
  page = await openPage(<GeneralPage />);
  expect([...select(0).options].map((option) => option.value)).toContain('de');
  server['PUT GlobalSettings.json'] = { success: true, data: { ...SETTINGS, language: 'de' } };
  await choose(select(0), 'de');
  await click(button('Save changes'));
  await settle();
  expect(document.documentElement.lang).toBe('de');
  expect(calls.some(({ name }) => name === 'de.json')).toBe(true);
  expect(page.place.querySelector('h1')?.textContent).toBe('Allgemein');
});

test('leaving asks before a change is lost; one that was taken back or saved is none', async () => {
  const pageAndLink = (
    <>
      <GeneralPage />
      <Link to="/dashboard">Away</Link>
    </>
  );
  page = await openPage(pageAndLink);
  await choose(select(1), '54');
  await push('Away');
  expect(dialogText()).toContain('Discard your changes?');
  await push('Keep editing');
  expect([select(1).value, page.place.textContent.includes('Elsewhere')]).toEqual(['54', false]);
  await choose(select(1), '5');
  await push('Away');
  expect([dialogText(), page.place.textContent.includes('Elsewhere')]).toEqual(['', true]);

  await page.close();
  page = await openPage(pageAndLink);
  server['PUT GlobalSettings.json'] = { success: true, data: { ...SETTINGS, notifyNew: '0' } };
  await click(switches()[0]);
  await push('Save changes');
  await push('Away');
  expect([dialogText(), page.place.textContent.includes('Elsewhere')]).toEqual(['', true]);
});

test('[PGEN-08] a failed load and a failed save say so; the draft stays', async () => {
  server['GET TimeZoneList.json'] = refusal(400, 'BAD_REQUEST');
  page = await openPage(<GeneralPage />);
  expect(said()).toBe('Your settings couldn’t be loaded.');
  delete server['GET TimeZoneList.json'];
  await click(button('Try again'));
  await settle();
  server['PUT GlobalSettings.json'] = refusal(500, 'INTERNAL');
  await click(switches()[1]);
  await click(button('Save changes'));
  await settle();
  expect(said()).toBe('Your settings couldn’t be saved. Try again.');
  expect(find(document.body, '[role=alert] .growl')).toBeTruthy();
  expect(switches()[1]?.checked).toBe(false);
});

test('splitting at separator pages is offered where pages are read; the page to print is downloaded', async () => {
  server['GET GlobalSettings.json'] = { ...SETTINGS, readText: '0', splitFaxes: '0' };
  page = await openPage(<GeneralPage />);
  expect(page.place.textContent).not.toContain('separator page');
  await click(switches()[2]);
  await settle();
  // The last switch is about the delivery window.
  expect(switches().map((one) => one.checked)).toEqual([true, true, true, false, false]);
  await click(switches()[3]);
  const saved = { ...SETTINGS, readText: '1', splitFaxes: '1' };
  server['PUT GlobalSettings.json'] = { success: true, data: saved };
  await click(button('Save changes'));
  await settle();
  expect(callsOf('PUT', 'GlobalSettings.json')[0]?.body).toMatchObject({ readText: '1', splitFaxes: '1' });
  server['GET separatorPage'] = refusal(503, 'UNAVAILABLE');
  await click(button('Print a separator page'));
  await settle();
  expect(said()).toBe('The separator page couldn’t be created. Try again.');
});
