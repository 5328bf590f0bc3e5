// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { eventually } from '#web/ui/render-for-test.tsx';
import { TourHost } from './tour-host.tsx';

const asked = vi.hoisted(() => vi.fn<() => void>());
vi.mock('./tour-modal.tsx', () => {
  asked();
  throw new Error('away');
});
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
startFalseServer({});
await startI18n();

test('a tour that could not be fetched leaves the mailbox as it is', async () => {
  // Not by render-for-test.tsx, which fetches every part first.
  const root = createRoot(document.body);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <p>Mailbox</p>
        <TourHost number="212-555-0100" value={0} />
      </QueryClientProvider>,
    ),
  );
  await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
  await act(async () => await vi.dynamicImportSettled());
  expect(document.body.textContent).toBe('Mailbox');
  await act(async () => root.unmount());
});
