import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorBrandNotice } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction } from './console-query.ts';

const NOTICES = ['billingPortal', 'serviceTransfer'] as const;

/** The two notices for the brand's dashboards; an empty field shows none. */
export function BrandNotices({ brand }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.brand.notices')}>
      <div className="oc-body">
        {NOTICES.map((notice) => (
          <Notice hid={brand.hid} key={`${notice} ${brand[notice]}`} notice={notice} stored={brand[notice]} />
        ))}
      </div>
    </Card>
  );
}

function Notice(props: { hid: string; notice: (typeof NOTICES)[number]; stored: string }) {
  const { hid, notice, stored } = props;
  const { t } = useTranslation();
  const act = useAction();
  const [value, setValue] = useState(stored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(operatorBrandNotice, { hid, notice, value: value.trim() }, { done: t('operator.saved') });
  };
  return (
    <form className="oc-line" noValidate onSubmit={submit}>
      <TextField
        hint={t(`operator.brand.notice.hint.${notice}`)}
        label={t(`operator.brand.notice.${notice}`)}
        maxLength={notice === 'billingPortal' ? 300 : undefined}
        onChange={(event) => setValue(event.target.value)}
        type={notice === 'serviceTransfer' ? 'date' : 'url'}
        value={value}
      />
      <div>
        <Button disabled={value.trim() === stored} size="sm" type="submit">
          {t('operator.save')}
        </Button>
      </div>
    </form>
  );
}
