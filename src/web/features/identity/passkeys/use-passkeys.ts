import { startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  addPasskey,
  beginPasskey,
  passkeys,
  removePasskey,
  renamePasskey,
} from '#contract/identity/passkeys.ts';
import type { Passkey } from '#contract/identity/passkeys.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { confirm } from '#web/ui/confirm.tsx';

const KEY = ['passkeys'];

/** The passkeys of the signed-in user; changes return whether they succeeded. */
export interface Passkeys {
  passkeys: readonly Passkey[];
  failed: boolean;
  add: (name: string, password: string) => Promise<boolean>;
  rename: (passkey: Passkey, name: string) => Promise<boolean>;
  remove: (passkey: Passkey) => Promise<void>;
}

export function usePasskeys(): Passkeys {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: async () => (await callApi(passkeys)).passkeys });
  const run = async (done: string, change: () => Promise<unknown>, waiting: string) => {
    const wrong = await runChange({ waiting, done, failed: t('security.passkeys.failed') }, change);
    await client.invalidateQueries({ queryKey: KEY });
    return wrong === null;
  };
  return {
    passkeys: query.data ?? [],
    failed: query.isError,
    add: async (name, password) =>
      await run(
        t('security.passkeys.added'),
        async () => await make(name, password),
        t('security.passkeys.adding'),
      ),
    rename: async ({ id }, name) =>
      await run(
        t('security.passkeys.renamed'),
        async () => await callApi(renamePasskey, { body: { id: Number(id), name } }),
        t('security.step.working'),
      ),
    remove: async ({ id, name }) => {
      const sure = await confirm({
        title: t('security.passkeys.removeTitle', { name }),
        body: t('security.passkeys.removeText'),
        confirmLabel: t('security.passkeys.remove'),
        cancelLabel: t('app.cancel'),
        danger: true,
      });
      if (!sure) return;
      await run(
        t('security.passkeys.removed'),
        async () => await callApi(removePasskey, { body: { id: Number(id) } }),
        t('security.step.working'),
      );
    },
  };
}

/** Lets the device create a passkey; throws if the person or the device refuses. */
async function make(name: string, password: string): Promise<void> {
  const { data } = await callApi(beginPasskey, { body: { password } });
  // The server made these options for exactly this function.
  const optionsJSON = data as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  if (type !== 'public-key') throw new Error('the device made something else');
  await callApi(addPasskey, {
    body: {
      name,
      response: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
    },
  });
}
