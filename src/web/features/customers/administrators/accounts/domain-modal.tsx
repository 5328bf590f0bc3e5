import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DOMAIN_FAULTS, DOMAIN_MAX, domainName } from '#contract/gateways/sender-domains.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField, Modal } from '#web/ui/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Domains } from './use-domains.ts';

/** Up to this many characters nothing is called invalid: nobody is done typing yet (MFW-06). */
const TOLERATED_LENGTH = 4;

/** Asks for a domain; only letters, digits, hyphen and dot can be typed, and Enter adds it when it is valid (MFW-03, MFW-07). */
export function DomainModal(props: { list: Domains; onClose: () => void }) {
  const { list, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const valid = domainName.safeParse(typed).success;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!valid || busy) return;
    setBusy(true);
    const error = await list.add(typed.toLowerCase());
    setBusy(false);
    if (error === null) onClose();
  };
  const fault = DOMAIN_FAULTS.find((code) => code === shownFault(typed));
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button busy={busy} disabled={!valid} form={id} type="submit" variant="primary">
            {t('multifax.domains.ok')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('multifax.domains.addTitle')}
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} ref={focusFirstField}>
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
      </form>
    </Modal>
  );
}

/** What to say about a domain as far as it is typed; nothing about an empty field. */
export function shownFault(typed: string): string | undefined {
  const parsed = domainName.safeParse(typed);
  const fault = parsed.success ? undefined : parsed.error.issues[0]?.message;
  if (fault === 'REQUIRED') return undefined;
  return fault === 'DOMAIN_INVALID' && typed.length <= TOLERATED_LENGTH ? undefined : fault;
}
