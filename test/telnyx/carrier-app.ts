import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

import type { FakeNotice } from './fake-fax.ts';
import { FakeTelnyx } from './fake-telnyx.ts';

/** An application with one line, «carrier», over a fake carrier. */
export interface CarrierApp {
  carrier: FakeTelnyx;
  test: TestApp;
  /** Posts a carrier's notice from an address; returns the status of the response. */
  readonly post: (notice: FakeNotice, from?: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts both. The application's documents are fakes; tests that copy faxes provide `exportPdf`. */
export async function startCarrierApp(
  env: Record<string, string> = {},
  documents: Parameters<typeof fakeDocuments>[0] = {},
): Promise<CarrierApp> {
  const carrier = await new FakeTelnyx().start();
  const allowed = { F2E_ALLOW_PRIVATE_HOSTS: '1', ...env };
  const test = await startApp({ documents: fakeDocuments(documents), env: allowed });
  const line = { kind: 'telnyx', name: 'carrier', pattern: '+1*', config: carrier.config } as const;
  const added = await test.sending.lineAdmin.addLine(line);
  if (added.kind !== 'ok') throw new Error(`the line was refused: ${added.kind}`);
  return {
    carrier,
    test,
    post: async ({ headers, body }, remoteAddress = '192.0.2.1') => {
      const url = '/api/lines/carrier/telnyx';
      const call = { method: 'POST' as const, url, headers, payload: body, remoteAddress };
      return (await test.app.inject(call)).statusCode;
    },
    stop: async () => {
      await test.stop();
      await carrier.stop();
    },
  };
}
