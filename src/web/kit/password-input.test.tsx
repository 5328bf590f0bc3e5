// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { findInput, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { loadBrand } from './brand.ts';
import { server, startFalseServer } from './false-server-for-test.tsx';
import { startI18n } from './i18n.ts';
import { PasswordInput } from './password-input.tsx';

startFalseServer({});
await startI18n();

let page: Rendered;
afterEach(() => page.close());

test.each([[32], [64]])(
  '[LOGIN-03] a field takes the %i characters that a password of the brand may have',
  async (passwordMax) => {
    startFalseServer({});
    server['GET getBrandingPerDomain.json'] = {
      title: 'X',
      favicon: '',
      hid: '1',
      lang: 'en',
      ext: { passwordMax },
    };
    await loadBrand();
    page = await render(<PasswordInput label="Password" name="password" />);
    expect(findInput(page.place, 'input').maxLength).toBe(passwordMax);
  },
);
