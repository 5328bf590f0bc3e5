// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { Overlay } from './overlay.tsx';
import { find, findInput, render } from './render-for-test.tsx';

const page = (open: boolean) => (
  <Overlay label="Logging in…" open={open}>
    <input name="password" />
  </Overlay>
);

test('under the overlay nothing takes a click or a key; then the focus is where it was', async () => {
  const shown = await render(page(false));
  const field = findInput(shown.place);
  field.focus();
  await shown.again(page(true));
  expect(field.closest('[inert]')).not.toBeNull();
  expect(find(shown.place, '[data-modal]').textContent).toBe('Logging in…');
  // As browsers do with what becomes inert.
  field.blur();
  await shown.again(page(false));
  expect([field.closest('[inert]'), document.activeElement]).toEqual([null, field]);
  await shown.close();
});
