import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { clientServiceInfo } from '#contract/mailbox/account.ts';
import { requestCancellation } from '#contract/customers/cancellation.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { growl } from '#web/ui/growl-store.ts';

/** The contact data of the person who wants to cancel. */
export interface CancellationContact {
  contactemail: string;
  contactphone: string;
}

/** The displayed service, and the request to cancel it. */
export interface Cancellation {
  main: MainData | undefined;
  /** The service's name; a generic word if the service has none. */
  name: string | undefined;
  failed: boolean;
  reload: () => void;
  /** Returns whether the request was accepted. */
  send: (contact: CancellationContact) => Promise<boolean>;
}

/** Loads the account's service and sends the request; the main data then contain the pending flag. */
export function useCancellation(): Cancellation {
  const { t } = useTranslation();
  const client = useQueryClient();
  const main = useMainData();
  const services = useQuery({ queryKey: ['services'], queryFn: () => callApi(clientServiceInfo) });
  const own = services.data?.[0];

  const send = async (contact: CancellationContact) => {
    if (main === undefined) return false;
    growl.wait(t('cancellation.sending'));
    const { hid, cancellationEmail, faxNumber } = main;
    try {
      await callApi(requestCancellation, {
        body: { ...contact, hid, cancellationemail: cancellationEmail, faxnumber: faxNumber },
      });
      growl.success(t('cancellation.sent'));
      return true;
    } catch (error) {
      // The dialog stays open with the typed values, so that they can be sent again.
      const words = error instanceof ApiError && error.status === 412 ? error.message : '';
      growl.error(words || t('cancellation.sendError'));
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['main'] });
    }
  };

  return {
    main,
    name: services.data && (own?.ProductName || t('cancellation.service')),
    failed: services.isError,
    reload: () => void services.refetch(),
    send,
  };
}
