import { afterAll, afterEach, beforeAll } from 'vitest';

import { deliverDue } from '#server/features/gateways/webhooks/webhook.worker.ts';
import type { DeliverDeps } from '#server/features/gateways/webhooks/deliver-webhook.ts';

import { startProgram } from './api-rig.ts';
import type { Program } from './api-rig.ts';
import { makeAccount, makeFax } from './factories.ts';
import type { AccountValues } from './factories.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { startReceiver } from './webhook-receiver.ts';
import type { Answer, Receiver } from './webhook-receiver.ts';

/** An endpoint as returned by the call that adds it. */
export interface AddedWebhook {
  id: string;
  secret: string;
  status: string;
}

/** The application with receivers, and a program that has a key; no worker runs, so tests deliver explicitly. */
export interface WebhookRig {
  test: TestApp;
  deps: DeliverDeps;
  /** Creates an account with its program. */
  program(values?: AccountValues): Promise<Program & { account: Awaited<ReturnType<typeof makeAccount>> }>;
  add(program: Pick<Program, 'ask'>, url: string, more?: object): Promise<AddedWebhook>;
  /** Makes everything due and posts it once; returns the number of requests. */
  deliver(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the rig; call `stop` in afterAll. */
export async function startWebhookRig(env: Record<string, string> = {}): Promise<WebhookRig> {
  const test = await startApp({ env: { F2E_ALLOW_PRIVATE_HOSTS: '1', ...env } });
  const deps = { ...test.webhooks, limitMs: 1_000 };
  return {
    test,
    deps,
    program: async (values = {}) => {
      const account = await makeAccount(test.database.db, values);
      return { account, ...(await startProgram(test, { kind: 'account', id: account.id })) };
    },
    add: async (program, url, more = {}) => {
      const { status, body } = await program.ask('POST', '/webhooks', { body: { url, ...more } });
      if (status !== 201) throw new Error(`no endpoint: ${JSON.stringify(body)}`);
      return body as unknown as AddedWebhook;
    },
    deliver: async () => {
      await deps.events.publish();
      await test.database.pool.query(`update webhook_delivery set next_at = now() where state = 'queued'`);
      return await deliverDue(deps);
    },
    stop: async () => await test.stop(),
  };
}

/** Starts the application, and a receiver that accepts everything, for the tests of a file. */
export function startWebhooks(take: (world: { rig: WebhookRig; receiver: Receiver }) => void): void {
  let rig: WebhookRig;
  let receiver: Receiver;
  beforeAll(async () => {
    rig = await startWebhookRig();
    receiver = await startReceiver(200);
    take({ rig, receiver });
  });
  afterAll(async () => {
    await receiver.stop();
    await rig.stop();
  });
}

/** Starts the application for the tests of a file; endpoints and the receivers of `receivers` end with each test. */
export function startDeliveries(take: (rig: WebhookRig) => void) {
  let rig: WebhookRig;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    rig = await startWebhookRig();
    take(rig);
  });
  afterAll(async () => await rig.stop());
  afterEach(async () => {
    await rig.test.database.pool.query('delete from webhook_endpoint');
    await Promise.all(receivers.splice(0).map(async (one) => await one.stop()));
  });
  return {
    receivers,
    /** Creates an account whose endpoint gives these answers, with a fax that it received. */
    situation: async (answers: Answer | [Answer, ...Answer[]], values: AccountValues = {}) => {
      const given: [Answer, ...Answer[]] = Array.isArray(answers) ? answers : [answers];
      const receiver = await startReceiver(...given);
      receivers.push(receiver);
      const program = await rig.program(values);
      const webhook = await rig.add(program, receiver.url());
      const fax = await makeFax(rig.test.database.db, program.account.id, { pages: 3 });
      return { receiver, program, webhook, fax };
    },
  };
}
