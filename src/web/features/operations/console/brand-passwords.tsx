import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_RULES_MAX, operatorBrandPasswords } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand, ConsolePasswordRule } from '#contract/brands/brands.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAction, useConsoleDraft } from './console-query.ts';

const NEW_RULE: ConsolePasswordRule = { pattern: '', comment: '', required: true };

/** The length and contents required of new passwords of the brand; existing passwords are not checked again. */
export function BrandPasswords({ brand }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  const act = useAction();
  const draft = useConsoleDraft({
    min: String(brand.passwordMin),
    max: String(brand.passwordMax),
    rules: brand.passwordRules,
  });
  const { min, max, rules } = draft.values;
  const input = { min: Number(min), max: Number(max), rules };
  const stored = { min: brand.passwordMin, max: brand.passwordMax, rules: brand.passwordRules };
  const unchanged = JSON.stringify(input) === JSON.stringify(stored);
  const complete = (rules ?? []).every(
    ({ pattern, comment }) => pattern.trim() !== '' && comment.trim() !== '',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { hid: brand.hid, ...input };
    void draft.save(
      async () => (await act(operatorBrandPasswords, body, { done: t('operator.saved') })) !== null,
    );
  };
  return (
    <Card title={t('operator.brand.passwords')}>
      <form className="oc-body" noValidate onSubmit={submit}>
        <div className="oc-pair">
          <TextField
            inputMode="numeric"
            label={t('operator.brand.password.min')}
            maxLength={3}
            onChange={(event) => draft.change({ min: event.target.value })}
            value={min}
          />
          <TextField
            inputMode="numeric"
            label={t('operator.brand.password.max')}
            maxLength={3}
            onChange={(event) => draft.change({ max: event.target.value })}
            value={max}
          />
        </div>
        <Checkbox
          checked={rules === null}
          onChange={(event) => draft.change({ rules: event.target.checked ? null : [NEW_RULE] })}
        >
          {t('operator.brand.password.own')}
        </Checkbox>
        {rules !== null && <Rules of={rules} onChange={(next) => draft.change({ rules: next })} />}
        <div>
          <Button
            busy={draft.saving}
            disabled={unchanged || !complete || !isWhole(min) || !isWhole(max)}
            size="sm"
            type="submit"
          >
            {t('operator.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function isWhole(written: string): boolean {
  return /^\d{1,3}$/u.test(written);
}

function Rules(props: {
  of: readonly ConsolePasswordRule[];
  onChange: (rules: ConsolePasswordRule[]) => void;
}) {
  const { t } = useTranslation();
  const { of, onChange } = props;
  const change = (index: number, part: Partial<ConsolePasswordRule>) =>
    onChange(of.map((rule, at) => (at === index ? { ...rule, ...part } : rule)));
  return (
    <>
      {of.map((rule, index) => (
        // Rows have no key of their own, and none is ever moved.
        <fieldset className="oc-rule" key={index}>
          <legend className="sr">{t('operator.brand.password.rule', { n: index + 1 })}</legend>
          <TextField
            dir="ltr"
            label={t('operator.brand.password.pattern')}
            maxLength={100}
            onChange={(event) => change(index, { pattern: event.target.value })}
            placeholder="/[a-z]/"
            value={rule.pattern}
          />
          <TextField
            label={t('operator.brand.password.comment')}
            maxLength={80}
            onChange={(event) => change(index, { comment: event.target.value })}
            value={rule.comment}
          />
          <Checkbox
            checked={rule.required}
            onChange={(event) => change(index, { required: event.target.checked })}
          >
            {t('operator.brand.password.required')}
          </Checkbox>
          <Button
            onClick={() => onChange(of.filter((_, at) => at !== index))}
            size="sm"
            variant="danger-quiet"
          >
            {t('operator.brand.remove')}
          </Button>
        </fieldset>
      ))}
      <p className="meta">{t('operator.brand.password.hint')}</p>
      <div>
        <Button
          disabled={of.length >= PASSWORD_RULES_MAX}
          onClick={() => onChange([...of, NEW_RULE])}
          size="sm"
        >
          {t('operator.brand.password.add')}
        </Button>
      </div>
    </>
  );
}
