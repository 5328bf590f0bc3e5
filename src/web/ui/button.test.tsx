// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { click, find, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

let page: Rendered;
afterEach(() => page.close());

test('a busy button keeps the focus, says that it can’t be pressed, and takes no press and no Enter', async () => {
  const pressed = vi.fn<() => void>();
  const submitted = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault());
  const form = (busy: boolean) => (
    <form>
      <Button busy={busy} busyLabel="Saving…" onClick={pressed} type="submit">
        Save
      </Button>
    </form>
  );
  page = await render(form(false));
  find(page.place, 'form').addEventListener('submit', (event) => submitted(event));
  const button = find(page.place, 'button');
  button.focus();
  await click(button);
  await page.again(form(true));
  await click(button);
  expect([pressed.mock.calls.length, submitted.mock.calls.length]).toEqual([1, 1]);
  expect(document.activeElement).toBe(button);
  expect([button.getAttribute('aria-disabled'), button.textContent]).toEqual(['true', 'Saving…']);
  expect(button.hasAttribute('disabled')).toBe(false);
});
