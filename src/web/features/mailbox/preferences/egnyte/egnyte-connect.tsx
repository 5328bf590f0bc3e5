import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink } from 'lucide-react';
import { EGNYTE_DOMAIN_MAX } from '#contract/faxes/egnyte.ts';
import { EgnyteLink } from '#web/shared/faxes/egnyte-link.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import type { Copies } from '../storage/use-copies.ts';
import type { Egnyte } from './use-egnyte.ts';

/** The form without a connection: the domain, and Egnyte's window in which the user gives consent (EGU-01). */
export function EgnyteConnect(props: { egnyte: Egnyte; copies: Copies }) {
  const { egnyte, copies } = props;
  const { t } = useTranslation();
  const [domain, setDomain] = useState('');
  const { fault } = egnyte;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    egnyte.authorize(domain);
  };
  const waiting = copies.state?.waiting ?? 0;
  const wrong = fault === 'required' ? 'egnyte.domainRequired' : 'egnyte.domainInvalid';
  const bad = fault === 'required' || fault === 'invalid';
  return (
    <form className="egnyte-card egnyte-connect" noValidate onSubmit={submit}>
      {copies.state?.lastError === 'ACCESS_REVOKED' && fault === null && (
        <Banner tone="warn">
          {t('storage.fault.ACCESS_REVOKED')}
          {waiting > 0 && <> {t('storage.waiting', { count: waiting })}</>}
        </Banner>
      )}
      {fault === 'invalidConnection' && <Banner tone="bad">{t('egnyte.invalidConnection')}</Banner>}
      {egnyte.link !== null && <EgnyteLink address={egnyte.link}>{t('egnyte.blocked')}</EgnyteLink>}
      <Field error={bad ? t(wrong) : undefined} label={t('egnyte.domain')} required>
        {(control) => (
          <div className="in" dir="ltr">
            <input
              {...control}
              autoCapitalize="none"
              autoComplete="off"
              maxLength={EGNYTE_DOMAIN_MAX}
              name="egnyte_domain"
              onChange={(event) => setDomain(event.target.value)}
              spellCheck={false}
              value={domain}
            />
            <span className="meta">{t('egnyte.suffix')}</span>
          </div>
        )}
      </Field>
      <Button
        busy={egnyte.waiting}
        busyLabel={t('egnyte.waiting')}
        icon={ExternalLink}
        type="submit"
        variant="primary"
      >
        {t('egnyte.authorize')}
      </Button>
      <p className="meta">{t('egnyte.authorizeText')}</p>
    </form>
  );
}
