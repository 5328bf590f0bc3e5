import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorBrandDomain } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction } from './console-query.ts';
import { DialogButton, FormModal } from './form-modal.tsx';

/** The host names of the brand; links in mails use the first. */
export function BrandDomains({ brand }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  return (
    <Card
      action={
        <DialogButton call={operatorBrandDomain} label={t('operator.brand.domain.add')}>
          {(close) => <AddForm hid={brand.hid} onClose={close} />}
        </DialogButton>
      }
      title={t('operator.brand.domains')}
    >
      <div className="oc-body oc-rows">
        {brand.domains.length === 0 && <p className="meta">{t('operator.brand.domain.none')}</p>}
        {brand.domains.map((domain, at) => (
          <Row domain={domain} hid={brand.hid} isPrimary={at === 0} key={domain} />
        ))}
      </div>
    </Card>
  );
}

function Row({ domain, hid, isPrimary }: { domain: string; hid: string; isPrimary: boolean }) {
  const { t } = useTranslation();
  const act = useAction();
  const makePrimary = () =>
    act(operatorBrandDomain, { hid, verb: 'primary', domain }, { done: t('operator.saved') });
  const remove = () =>
    act(
      operatorBrandDomain,
      { hid, verb: 'remove', domain },
      {
        done: t('operator.saved'),
        question: {
          title: t('operator.brand.domain.removeTitle', { domain }),
          body: t('operator.brand.domain.removeText'),
          confirm: t('operator.brand.remove'),
        },
      },
    );
  return (
    <div>
      <bdi className="oc-long" dir="ltr">
        {domain}
      </bdi>
      <span className="grow" />
      {isPrimary ? (
        <Pill tone="plain">{t('operator.brand.domain.primary')}</Pill>
      ) : (
        <span className="oc-actions">
          <Button onClick={() => void makePrimary()} size="sm">
            {t('operator.brand.domain.makePrimary')}
          </Button>
          <Button onClick={() => void remove()} size="sm" variant="danger-quiet">
            {t('operator.brand.remove')}
          </Button>
        </span>
      )}
    </div>
  );
}

function AddForm({ hid, onClose }: { hid: string; onClose: () => void }) {
  const { t } = useTranslation();
  const act = useAction();
  const [domain, setDomain] = useState('');
  const add = async () =>
    (await act(
      operatorBrandDomain,
      { hid, verb: 'add', domain: domain.trim() },
      { done: t('operator.saved') },
    )) !== null;
  return (
    <FormModal
      complete={domain.trim() !== ''}
      onClose={onClose}
      onSubmit={add}
      submit={t('operator.brand.domain.add')}
      title={t('operator.brand.domain.add')}
    >
      <TextField
        hint={t('operator.brand.domain.hint')}
        label={t('operator.brand.domain.one')}
        maxLength={253}
        onChange={(event) => setDomain(event.target.value)}
        required
        value={domain}
      />
    </FormModal>
  );
}
