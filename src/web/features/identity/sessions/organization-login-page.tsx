import './session.css';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { signOnFor } from '#contract/identity/administration-sign-on.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { appUrl } from '#web/kit/page-config.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { refusalOr } from '#web/kit/run-change.ts';
import { ProviderButtons } from '#web/shared/identity/sign-on-buttons.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from './email-field.tsx';
import { isAddress } from './login-rules.ts';

type Providers = ReplyOf<typeof signOnFor>['providers'];

/** The result of the search for the provider of an address. */
type Found = { kind: 'none' } | { kind: 'failed'; text: string } | { kind: 'several'; providers: Providers };

/** Finds the login provider of a person's organization by their email address, and redirects there. */
export function OrganizationLoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(t('login.signOn.organization'));
  const [email, setEmail] = useState('');
  const { found, busy, find, forget } = useProviderOf();
  const valid = isAddress(email);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (valid && !busy) void find(email.trim());
  };
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{t('login.signOn.organization')}</h1>
          <p className="lead">{t('login.signOn.organizationLead')}</p>
        </div>
        {found?.kind === 'none' && <Banner tone="warn">{t('login.signOn.none')}</Banner>}
        {found?.kind === 'failed' && <Banner tone="bad">{found.text}</Banner>}
        <EmailField
          onChange={(event) => {
            forget();
            setEmail(event.target.value);
          }}
          value={email}
        />
        {found?.kind === 'several' && <ProviderButtons providers={found.providers} />}
        <div className="pair">
          <Button onClick={() => void navigate({ to: '/login/email' })} size="lg">
            {t('app.cancel')}
          </Button>
          <Button busy={busy} disabled={!valid} size="lg" type="submit" variant="primary">
            {t('login.signOn.continue')}
          </Button>
        </div>
      </form>
    </div>
  );
}

function useProviderOf() {
  const { t } = useTranslation();
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const find = async (email: string) => {
    setBusy(true);
    try {
      const { providers } = await callApi(signOnFor, { body: { email } });
      const [first] = providers;
      if (first === undefined) setFound({ kind: 'none' });
      else if (providers.length > 1) setFound({ kind: 'several', providers });
      else location.assign(appUrl(`/sso/${first.id}`));
    } catch (error) {
      setFound({ kind: 'failed', text: refusalOr(t('app.unreachable'), error) });
    } finally {
      setBusy(false);
    }
  };
  return { found, busy, find, forget: () => setFound(null) };
}
