import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOMAIN_FAULTS, DOMAIN_MAX, domainName } from '#contract/gateways/sender-domains.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { OneFieldModal } from './one-field-modal.tsx';
import type { Domains } from './use-domains.ts';

/** Up to this length, no input is called invalid, because nobody has finished typing (MFW-06). */
const TOLERATED_LENGTH = 4;

/** Asks for a domain: accepts only letters, digits, hyphen and dot; Enter adds a valid one (MFW-03, MFW-07). */
export function DomainModal(props: { list: Domains; onClose: () => void }) {
  const { list, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const fault = DOMAIN_FAULTS.find((code) => code === shownFault(typed));
  return (
    <OneFieldModal
      action={t('multifax.domains.ok')}
      onClose={onClose}
      onSubmit={async () => await list.add(typed.toLowerCase())}
      title={t('multifax.domains.addTitle')}
      valid={domainName.safeParse(typed).success}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        error={fault && t(`multifax.domains.fault.${fault}`, { max: DOMAIN_MAX })}
        inputMode="url"
        label={t('multifax.domains.domain')}
        maxLength={DOMAIN_MAX}
        name="domain"
        onChange={(event) => setTyped(event.target.value.replaceAll(/[^A-Za-z0-9.-]/g, ''))}
        required
        spellCheck={false}
        value={typed}
      />
    </OneFieldModal>
  );
}

/** Returns the error of a domain as typed so far; none for an empty field. */
export function shownFault(typed: string): string | undefined {
  const parsed = domainName.safeParse(typed);
  const fault = parsed.success ? undefined : parsed.error.issues[0]?.message;
  if (fault === 'REQUIRED') return undefined;
  return fault === 'DOMAIN_INVALID' && typed.length <= TOLERATED_LENGTH ? undefined : fault;
}
