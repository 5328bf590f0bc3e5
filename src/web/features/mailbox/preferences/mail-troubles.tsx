import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMailTroubles } from './mail-delivery.ts';

/** Lists addresses from which mails bounced, and lets the owner try again; renders nothing if there are none. */
export function MailTroubles(props: {
  /** Only this address; if omitted, all of the account. */
  of?: string | undefined;
}) {
  const { t } = useTranslation();
  const { troubles, tryAgain } = useMailTroubles();
  const only = props.of?.toLowerCase();
  return troubles
    .filter(({ email }) => only === undefined || email === only)
    .map(({ email, reason, suspended }) => (
      <Banner
        action={
          <Button onClick={() => tryAgain(email)} size="sm">
            {t('mailDelivery.tryAgain')}
          </Button>
        }
        key={email}
        tone={suspended ? 'bad' : 'warn'}
      >
        {t(`mailDelivery.reason.${reason}`, { email })} {suspended && t('mailDelivery.suspended')}
      </Banner>
    ));
}
