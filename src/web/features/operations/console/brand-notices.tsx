import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorBrandNotice } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction, useConsoleDraft } from './console-query.ts';

const NOTICES = ['billingPortal', 'serviceTransfer'] as const;

/** The two notices for the brand's dashboards; an empty field shows none. */
export function BrandNotices({ brand }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.brand.notices')}>
      <div className="oc-body">
        {NOTICES.map((notice) => (
          <Notice hid={brand.hid} key={notice} notice={notice} stored={brand[notice]} />
        ))}
      </div>
    </Card>
  );
}

function Notice(props: { hid: string; notice: (typeof NOTICES)[number]; stored: string }) {
  const { hid, notice, stored } = props;
  const { t } = useTranslation();
  const act = useAction();
  const draft = useConsoleDraft({ value: stored });
  const { value } = draft.values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { hid, notice, value: value.trim() };
    void draft.save(
      async () => (await act(operatorBrandNotice, body, { done: t('operator.saved') })) !== null,
    );
  };
  return (
    <form className="oc-line" noValidate onSubmit={submit}>
      <TextField
        hint={t(`operator.brand.notice.hint.${notice}`)}
        label={t(`operator.brand.notice.${notice}`)}
        maxLength={notice === 'billingPortal' ? 300 : undefined}
        onChange={(event) => draft.change({ value: event.target.value })}
        type={notice === 'serviceTransfer' ? 'date' : 'url'}
        value={value}
      />
      <div>
        <Button busy={draft.saving} disabled={value.trim() === stored} size="sm" type="submit">
          {t('operator.save')}
        </Button>
      </div>
    </form>
  );
}
