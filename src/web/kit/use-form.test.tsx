// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { find, findInput, render, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { ApiError } from './api-error.ts';
import { showFieldErrors, useForm } from './use-form.ts';

const schema = z.object({ email: z.string().max(3, 'TOO_LONG') });
const live: { refuse: (error: unknown) => boolean; save: () => Promise<void> } = {
  refuse: () => false,
  save: async () => undefined,
};
const saved = vi.fn<() => Promise<void>>(async () => await Promise.resolve());
const error = (fields: Record<string, string>) => new ApiError(400, 'VALIDATION', '', fields);

function Form() {
  const form = useForm(schema, { email: '' });
  useEffect(() => {
    live.refuse = (failure) => showFieldErrors(form, failure);
    live.save = form.handleSubmit(saved);
  });
  return (
    <>
      <input {...form.register('email')} />
      <output>{form.formState.errors.email?.message}</output>
    </>
  );
}

let page: Rendered;
beforeEach(async () => {
  vi.useFakeTimers();
  page = await render(<Form />);
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});
const shown = () => find(page.place, 'output').textContent;

test('[WID-06] an error shows 1 s after the last key, not before', async () => {
  await type(findInput(page.place), 'abcd');
  await act(async () => vi.advanceTimersByTimeAsync(999));
  expect(shown()).toBe('');
  await act(async () => vi.advanceTimersByTimeAsync(1));
  expect(shown()).toBe('TOO_LONG');
});

test('codes of the server land on their fields; unknown fields and other failures find no place', async () => {
  await act(async () => expect(live.refuse(error({ email: 'EMAIL_INVALID' }))).toBe(true));
  expect(shown()).toBe('EMAIL_INVALID');
  await act(async () => expect(live.refuse(error({ other: 'X' }))).toBe(false));
  await act(async () => expect(live.refuse(new Error('bug'))).toBe(false));
});

test('a shortcut that is pressed twice sends the form once, and then again', async () => {
  const { save } = live;
  await act(async () => await Promise.all([save(), save()]));
  expect(saved).toHaveBeenCalledTimes(1);
  await act(async () => await live.save());
  expect(saved).toHaveBeenCalledTimes(2);
});
