import '#web/shared/identity/provider-setup.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus, RefreshCw, Trash2 } from 'lucide-react';
import { z } from 'zod';
import type { AdministrationSignOn } from '#contract/identity/administration-sign-on.ts';
import { DOMAIN_FAULTS, DOMAIN_MAX, domainName } from '#contract/gateways/sender-domains.ts';
import { showFieldErrors, startAnew, useForm } from '#web/kit/use-form.ts';
import { CopyRow } from '#web/shared/identity/copy-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { SignOnSettings } from './use-administration-sign-on.ts';

const form = z.object({ domain: domainName });

/** The email domains for which the provider is accepted, each proved by a TXT record. */
export function DomainsCard({ settings }: { settings: SignOnSettings }) {
  const { t } = useTranslation();
  const domains = settings.state?.domains ?? [];
  return (
    <Card title={t('signOn.domains')}>
      <div className="prov-body">
        <p className="meta">{t('signOn.domainsLead')}</p>
        {domains.map((one) => (
          <Domain key={one.id} one={one} settings={settings} />
        ))}
        <AddDomain settings={settings} />
      </div>
    </Card>
  );
}

function Domain(props: { one: AdministrationSignOn['domains'][number]; settings: SignOnSettings }) {
  const { one, settings } = props;
  const { id, domain, verified, record } = one;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    await settings.checkDomain(domain);
    setBusy(false);
  };
  const remove = async () => {
    const sure = await confirm({
      title: t('signOn.domainRemoveTitle', { domain }),
      body: t('signOn.domainRemoveText'),
      confirmLabel: t('signOn.domainRemove'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (sure) await settings.removeDomain(id);
  };
  return (
    <div className="prov-domain">
      <div className="prov-domain-line">
        <bdi className="strong">{domain}</bdi>
        <Pill tone={verified ? 'ok' : 'warn'}>{t(verified ? 'signOn.verified' : 'signOn.waiting')}</Pill>
        <IconButton
          icon={Trash2}
          label={t('signOn.domainRemoveOne', { domain })}
          onPress={() => void remove()}
          size="sm"
        />
      </div>
      {!verified && (
        <>
          <p className="meta">{t('signOn.record')}</p>
          <CopyRow name={t('signOn.recordName')} text={record.name} />
          <CopyRow name={t('signOn.recordValue')} text={record.value} />
          <p>
            <Button busy={busy} icon={RefreshCw} onClick={() => void check()} size="sm">
              {t('signOn.checkNow')}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

function AddDomain({ settings }: { settings: SignOnSettings }) {
  const { t } = useTranslation();
  const fields = useForm(form, { domain: '' });
  const { errors, isSubmitting } = fields.formState;
  const submit = fields.handleSubmit(async ({ domain }) => {
    const sent = fields.getValues();
    const error = await settings.checkDomain(domain);
    if (error === null) startAnew(fields, sent, { domain: '' });
    else showFieldErrors(fields, error);
  });
  const fault = DOMAIN_FAULTS.find((code) => code === errors.domain?.message);
  return (
    <form className="prov-add" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        {...fields.register('domain')}
        autoComplete="off"
        counted={false}
        dir="ltr"
        error={fault && t('signOn.domainWrong')}
        label={t('signOn.domain')}
        maxLength={DOMAIN_MAX}
        spellCheck={false}
      />
      <Button busy={isSubmitting} icon={Plus} type="submit">
        {t('signOn.domainAdd')}
      </Button>
    </form>
  );
}
