import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Building2 } from 'lucide-react';
import type { ReplyOf } from '#contract/kit/call.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import { signOnProviders } from '#contract/identity/single-sign-on.ts';
import { callApi } from '#web/kit/call-api.ts';
import { appUrl } from '#web/kit/page-config.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';

type Providers = ReplyOf<typeof signOnProviders>['providers'];

/** What the server said; one login page leads to the other. */
let known: Providers = [];

/** One button for each provider of single sign-on of this brand; nothing where there is none. */
export function SignOnButtons() {
  const { t } = useTranslation();
  const [providers, setProviders] = useState(known);
  useEffect(() => {
    // Without an answer the other ways to log in are there all the same; the next visit asks again.
    callApi(signOnProviders).then(
      (reply) => setProviders((known = reply.providers)),
      () => undefined,
    );
  }, []);
  return providers.map(({ id, name }) => (
    <a className="btn" data-block data-size="lg" href={appUrl(`/sso/${id}`)} key={id}>
      <Icon as={Building2} size="s" />
      {t('login.signOn.with', { name })}
    </a>
  ));
}

/** Why a provider let nobody in, and what to do about it. */
export function SignOnFailure(props: { fault: SignOnFault | undefined }) {
  const { t } = useTranslation();
  if (props.fault === undefined) return null;
  const again = ['canceled', 'unreachable', 'wait'].includes(props.fault);
  return <Banner tone={again ? 'warn' : 'bad'}>{t(`login.signOn.${props.fault}`)}</Banner>;
}
