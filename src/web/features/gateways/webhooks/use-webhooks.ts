import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  addEndpoint,
  changeEndpoint,
  recoverEndpoint,
  removeEndpoint,
  retryEndpoint,
  rotateSecret,
  sendTestEvent,
  webhooks,
} from '#contract/gateways/webhooks.ts';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';
import type { BodyIn } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { PageData } from '#web/kit/use-entries.ts';
import { growl } from '#web/ui/growl-store.ts';
import { confirm } from '#web/ui/confirm.tsx';

/** The key of everything to reload after a change: endpoints and their logs. */
const KEY = ['webhooks'];

/** How often the list is refetched, in ms: health and recoveries change without any action here. */
const LOOK_AGAIN_MS = 10_000;

/** The values of an endpoint's form. */
export type EndpointForm = BodyIn<typeof addEndpoint>;

/** The endpoints of the signed-in user. Changes return the error, or null. */
export interface Webhooks extends PageData {
  entries: readonly WebhookRow[];
  /** Whether the account handles health records, so that events contain only ids. */
  idsOnly: boolean;
  /** The secret that was made just now, to be shown this once. */
  secret: string | null;
  forget: () => void;
  /** Throws what is wrong with the form. */
  add: (form: EndpointForm) => Promise<void>;
  /** Throws what is wrong with the form. */
  save: (id: string, form: EndpointForm) => Promise<void>;
  turn: (row: WebhookRow, on: boolean) => Promise<void>;
  remove: (row: WebhookRow) => Promise<boolean>;
  test: (row: WebhookRow) => Promise<void>;
  retry: (row: WebhookRow) => Promise<void>;
  /** Asks, then makes a new secret. */
  rotate: (row: WebhookRow) => Promise<void>;
  /** How much has not arrived since then. */
  countMissed: (row: WebhookRow, since: Date) => Promise<number>;
  /** Throws. */
  recover: (row: WebhookRow, since: Date) => Promise<void>;
}

export function useWebhooks(): Webhooks {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: async () => await callApi(webhooks),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const refresh = async () => await client.invalidateQueries({ queryKey: KEY });
  const run = async (done: string, change: () => Promise<unknown>) => {
    const words = { waiting: t('webhooks.working'), done, failed: t('webhooks.failed') };
    const wrong = await runChange(words, change);
    await refresh();
    return wrong === null;
  };
  return {
    entries: query.data?.webhooks ?? [],
    idsOnly: query.data?.idsOnly === true,
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    secret,
    forget: () => setSecret(null),
    add: async (form) => {
      const { data } = await callApi(addEndpoint, { body: form });
      setSecret(data.secret);
      await refresh();
    },
    save: async (id, form) => {
      await callApi(changeEndpoint, { body: { id, ...form } });
      await refresh();
    },
    rotate: async ({ id }) => {
      if (await asksToRotate(t))
        await run(t('webhooks.rotated'), async () =>
          setSecret((await callApi(rotateSecret, { body: { id } })).data.secret),
        );
    },
    ...simpleActs(run, t),
    ...recovery(refresh, t),
  };
}

type Run = (done: string, change: () => Promise<unknown>) => Promise<boolean>;

function simpleActs(run: Run, t: TFunction): Pick<Webhooks, 'turn' | 'remove' | 'test' | 'retry'> {
  return {
    turn: async ({ id }, active) => {
      await run(t(active ? 'webhooks.turnedOn' : 'webhooks.turnedOff'), async () =>
        callApi(changeEndpoint, { body: { id, active } }),
      );
    },
    remove: async ({ id, url }) => {
      const sure = await confirm({
        title: t('webhooks.deleteTitle'),
        body: t('webhooks.deleteText', { url }),
        confirmLabel: t('webhooks.delete'),
        cancelLabel: t('app.cancel'),
        danger: true,
      });
      return (
        sure && (await run(t('webhooks.deleted'), async () => callApi(removeEndpoint, { body: { id } })))
      );
    },
    test: async ({ id }) => {
      await run(t('webhooks.testSent'), async () => callApi(sendTestEvent, { body: { id } }));
    },
    retry: async ({ id }) => {
      await run(t('webhooks.retried'), async () => callApi(retryEndpoint, { body: { id } }));
    },
  };
}

async function missed(id: string, since: Date, count: boolean): Promise<number> {
  const { data } = await callApi(recoverEndpoint, { body: { id, since: since.toISOString(), count } });
  return data.events;
}

function recovery(refresh: () => Promise<void>, t: TFunction): Pick<Webhooks, 'countMissed' | 'recover'> {
  return {
    countMissed: async ({ id }, since) => await missed(id, since, true),
    recover: async ({ id, state }, since) => {
      try {
        if (state === 'off') await callApi(changeEndpoint, { body: { id, active: true } });
        await missed(id, since, false);
        growl.success(t('webhooks.recovering'));
      } finally {
        await refresh();
      }
    },
  };
}

async function asksToRotate(t: TFunction): Promise<boolean> {
  return await confirm({
    title: t('webhooks.rotateTitle'),
    body: t('webhooks.rotateText'),
    confirmLabel: t('webhooks.rotate'),
    cancelLabel: t('app.cancel'),
  });
}
