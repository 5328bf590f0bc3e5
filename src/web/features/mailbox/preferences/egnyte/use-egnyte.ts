import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  EGNYTE_DOMAIN,
  EGNYTE_ERROR_MS,
  egnyteConnection,
  egnyteDisconnect,
  egnyteOauth,
  egnyteUpdate,
  egnyteUpdatePath,
} from '#contract/faxes/egnyte.ts';
import type { CopyNaming } from '#contract/faxes/storage.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi, callUrl } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { useEgnyteWindow } from '#web/shared/faxes/egnyte-window.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import type { PageData } from '../preference-frame.tsx';

export type EgnyteState = ReplyOf<typeof egnyteConnection>;

/** The unsaved changes on the page. */
export interface EgnyteDraft extends Partial<CopyNaming> {
  active?: boolean;
}

/** What the connect form says. */
export type DomainFault = 'required' | 'invalid' | 'invalidConnection' | null;

/** The page's data and changes. */
export interface Egnyte extends PageData {
  state: EgnyteState;
  /** Whether a window of Egnyte is open. */
  waiting: boolean;
  fault: DomainFault;
  /** Where a person agrees, while no window could be opened for it. */
  link: string | null;
  authorize: (domain: string) => void;
  /** Whether a folder was refused; shown for ten seconds (EGU-17). */
  refused: boolean;
  busy: boolean;
  save: (folder: string, active: boolean, naming: Partial<CopyNaming>) => Promise<boolean>;
  move: (folder: string) => Promise<boolean>;
  disconnect: () => void;
}

const NOT_CONNECTED: EgnyteState = {
  isConnected: false,
  domain: '',
  egnytedirectory: '',
  egnyteisactive: '0',
  directoryIsWriteable: false,
  showSelectLocation: false,
};

const KEY = ['egnyte'] as const;

/** Loads the account's Egnyte connection (EGU-18); the state of its copies changes with it. */
export function useEgnyte(reloadCopies: () => Promise<void>): Egnyte {
  const { t } = useTranslation();
  const client = useQueryClient();
  const asked = useQuery({ queryKey: KEY, queryFn: () => callApi(egnyteConnection), retry: false });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useRefused();
  const failed = asked.data === undefined && asked.isError;
  const popup = usePopup(async () => {
    const [{ data, isError }] = await Promise.all([asked.refetch(), reloadCopies()]);
    return !isError && data?.isConnected === true;
  });
  useEffect(() => {
    if (failed) growl.error(t('egnyte.loadError'));
  }, [failed, t]);

  const changed = async (change: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setRefused(false);
    growl.wait(t('egnyte.saving'));
    try {
      await change();
      growl.success(t('egnyte.saved'));
      return true;
    } catch (error) {
      const notWritable = error instanceof ApiError && error.code === 'DIRECTORY_NOT_WRITEABLE';
      if (notWritable) growl.clear();
      else growl.error(t('egnyte.saveError'));
      setRefused(notWritable);
      return false;
    } finally {
      setBusy(false);
      await Promise.all([client.invalidateQueries({ queryKey: KEY }), reloadCopies()]);
    }
  };
  const disconnect = useDisconnect();

  return {
    loading: asked.isPending,
    failed,
    reload: () => void asked.refetch(),
    state: asked.data ?? NOT_CONNECTED,
    ...popup,
    refused,
    busy,
    save: (folder, active, naming) => {
      const body = { egnytedirectory: folder, egnyteisactive: active ? '1' : '0', ...naming } as const;
      return changed(() => callApi(egnyteUpdate, { body }));
    },
    move: (folder) => changed(() => callApi(egnyteUpdatePath, { body: { egnytedirectory: folder } })),
    disconnect: () => void disconnect(),
  };
}

/** Returns whether a folder was just refused; reset after ten seconds (EGU-17). */
function useRefused() {
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (!refused) return undefined;
    const timer = setTimeout(() => setRefused(false), EGNYTE_ERROR_MS);
    return () => clearTimeout(timer);
  }, [refused]);
  return [refused, setRefused] as const;
}

/** Egnyte's window: opened by a press, looked at five times a second, and asked about once it is closed (EGU-05). */
function usePopup(
  isConnected: () => Promise<boolean>,
): Pick<Egnyte, 'waiting' | 'fault' | 'link' | 'authorize'> {
  const [waiting, setWaiting] = useState(false);
  const [fault, setFault] = useState<DomainFault>(null);
  const [link, setLink] = useState<string | null>(null);
  const open = useEgnyteWindow(() => {
    void isConnected().then((connected) => {
      setWaiting(false);
      setFault(connected ? null : 'invalidConnection');
    });
  });
  const authorize = (written: string) => {
    const domain = written.trim().toLowerCase();
    if (domain === '') return setFault('required');
    if (!EGNYTE_DOMAIN.test(domain)) return setFault('invalid');
    const address = callUrl(egnyteOauth, { egnyte_domain: domain });
    const opened = open(address) !== null;
    setFault(null);
    setWaiting(opened);
    setLink(opened ? null : address);
    return undefined;
  };
  return { waiting, fault, link, authorize };
}

function useDisconnect(): () => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async () => {
    const sure = await confirm({
      title: t('egnyte.disconnectTitle'),
      body: t('egnyte.disconnectText'),
      confirmLabel: t('egnyte.disconnect'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = {
      waiting: t('egnyte.disconnecting'),
      done: t('egnyte.disconnected'),
      failed: t('egnyte.disconnectError'),
    };
    await runChange(words, () => callApi(egnyteDisconnect));
    await client.invalidateQueries({ queryKey: KEY });
  };
}
