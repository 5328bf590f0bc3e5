import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { signOnFor } from '#contract/identity/administration-sign-on.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import type { SignOnFault } from '#contract/identity/single-sign-on.ts';
import { signOnProviders } from '#contract/identity/single-sign-on.ts';
import { callApi } from '#web/kit/call-api.ts';
import { appUrl } from '#web/kit/page-config.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Icon } from '#web/ui/icon.tsx';

type Reply = ReplyOf<typeof signOnProviders>;

/** The last response of the server; kept, because people move between the login pages. */
let known: Reply = { providers: [], byAddress: false };

/**
 * One button for each single sign-on provider of this brand, and a link to the providers that organizations have set up
 * for their own people; renders nothing if there are none.
 */
export function SignOnButtons() {
  const { t } = useTranslation();
  const [reply, setReply] = useState(known);
  useEffect(() => {
    // Without a response, the other ways to sign in still work; the next visit asks again.
    callApi(signOnProviders).then(
      (said) => setReply((known = said)),
      () => undefined,
    );
  }, []);
  return (
    <>
      <ProviderButtons providers={reply.providers} />
      {reply.byAddress && (
        <Link className="btn" data-block data-size="lg" to="/login/organization">
          <Icon as={Building2} size="s" />
          {t('login.signOn.organization')}
        </Link>
      )}
    </>
  );
}

/** Buttons that lead to providers through calls below `path`. */
export function ProviderButtons({ providers, path = '/sso' }: Pick<Reply, 'providers'> & { path?: string }) {
  const { t } = useTranslation();
  return providers.map(({ id, name }) => (
    <a className="btn" data-block data-size="lg" href={appUrl(`${path}/${id}`)} key={id}>
      <Icon as={Building2} size="s" />
      {t('login.signOn.with', { name })}
    </a>
  ));
}

/** Buttons for the providers that are responsible for an email address, in addition to those of the brand. */
export function AddressButtons({ email }: { email: string }) {
  const [providers, setProviders] = useState<Reply['providers']>([]);
  useEffect(() => {
    callApi(signOnFor, { body: { email } }).then(
      (reply) => setProviders(reply.providers),
      () => undefined,
    );
  }, [email]);
  return <ProviderButtons providers={providers} />;
}

/** The reason why a provider rejected a login, and the remedy; `unknown` is the text for people without a login. */
export function SignOnFailure(props: { fault: SignOnFault | undefined; unknown?: string }) {
  const { t } = useTranslation();
  const { fault, unknown = t('login.signOn.unknown') } = props;
  if (fault === undefined) return null;
  const again = ['canceled', 'unreachable', 'wait'].includes(fault);
  return (
    <Banner tone={again ? 'warn' : 'bad'}>
      {fault === 'unknown' ? unknown : t(`login.signOn.${fault}`)}
    </Banner>
  );
}
