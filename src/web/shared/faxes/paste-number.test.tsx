// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { findInput, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { pasteNumber } from './paste-number.ts';

function Host() {
  const [typed, setTyped] = useState('21');
  return (
    <input
      maxLength={10}
      onChange={(event) => setTyped(event.target.value)}
      onPaste={pasteNumber}
      value={typed}
    />
  );
}

let page: Rendered;
afterEach(() => page.close());

async function paste(text: string): Promise<{ left: boolean; value: string }> {
  page = await render(<Host />);
  const input = findInput(page.place);
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  const left = await act(async () => input.dispatchEvent(event));
  return { left, value: input.value };
}

test.each(['212-555-0100', ' +1 (212) 555-0100\n', '12125550100', '2125550100'])(
  '%j becomes ten digits',
  async (text) => {
    expect(await paste(text)).toEqual({ left: false, value: '2125550100' });
  },
);

test.each(['555-0100', 'call 555', '+49 30 1234567'])('%j is left to the browser', async (text) => {
  expect(await paste(text)).toEqual({ left: true, value: '21' });
});
