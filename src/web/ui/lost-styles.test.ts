// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { withStyles } from './lost-styles.ts';
import { eventually } from './render-for-test.tsx';

const sheets = () => [...document.querySelectorAll<HTMLLinkElement>('link')];
const named = (name: string) => sheets().filter(({ href }) => href.endsWith(name));
afterEach(() => document.head.replaceChildren());

/** As Vite does: asks for a style sheet once, and fails when it could not be fetched. */
async function askOnce(name: string, seen: Set<string>): Promise<string> {
  if (seen.has(name)) return name;
  seen.add(name);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/${name}`;
  document.head.append(link);
  await new Promise<void>((ok, failed) => {
    link.addEventListener('load', () => ok());
    link.addEventListener('error', () => failed(new Error('away')));
  });
  return name;
}
const answer = async (name: string, type: 'load' | 'error') => {
  const link = await eventually(() => {
    const [found, ...more] = named(name);
    if (found === undefined || more.length > 0 || told.has(found)) throw new Error('not asked');
    return found;
  });
  told.add(link);
  link.dispatchEvent(new Event(type));
};
const told = new Set<HTMLLinkElement>();

test('a style sheet that could not be fetched is asked for again before its part is', async () => {
  const seen = new Set<string>();
  const load = vi.fn<() => Promise<string>>(() => askOnce('page.css', seen));
  const fetch = withStyles(load);
  const first = fetch();
  await answer('page.css', 'error');
  await expect(first).rejects.toThrow('away');
  const second = fetch();
  await answer('page.css', 'error');
  await expect(second).rejects.toThrow('still missing');
  expect(load).toHaveBeenCalledTimes(1);
  const third = fetch();
  await answer('page.css', 'load');
  await expect(third).resolves.toBe('page.css');
  expect(named('page.css')).toHaveLength(1);
});

test('two parts that lack one style sheet ask for it once, and both wait for it', async () => {
  const seen = new Set<string>();
  const fetch = withStyles(() => askOnce('shared.css', seen));
  const first = fetch();
  await answer('shared.css', 'error');
  await expect(first).rejects.toThrow('away');
  const other = withStyles(async () => 'other')();
  const again = fetch();
  const outcomes = Promise.allSettled([other, again]);
  await answer('shared.css', 'error');
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const last = fetch();
  await answer('shared.css', 'load');
  await expect(last).resolves.toBe('shared.css');
});

test('a style sheet that only another part lacks keeps nothing away', async () => {
  const seen = new Set<string>();
  const blocked = withStyles(() => askOnce('blocked.css', seen))();
  await answer('blocked.css', 'error');
  await expect(blocked).rejects.toThrow('away');
  const other = withStyles(() => askOnce('other.css', seen))();
  await answer('blocked.css', 'error');
  await answer('other.css', 'load');
  await expect(other).resolves.toBe('other.css');
});
