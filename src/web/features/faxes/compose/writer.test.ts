// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

/** Returns the name of a newly loaded page. */
async function load(): Promise<string> {
  vi.resetModules();
  return (await import('./writer.ts')).writer().page;
}

afterEach(() => sessionStorage.clear());

test('a page that is reloaded keeps its name; a duplicate of a living one gets another', async () => {
  const first = await load();
  const duplicate = await load();
  expect(duplicate).not.toBe(first);
  dispatchEvent(new Event('pagehide'));
  const reloaded = await load();
  expect([first, duplicate]).toContain(reloaded);
  expect(await load()).not.toBe(reloaded);
});

test('a page that the browser shows again leaves no name to a duplicate', async () => {
  const first = await load();
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await load()).not.toBe(first);
});
