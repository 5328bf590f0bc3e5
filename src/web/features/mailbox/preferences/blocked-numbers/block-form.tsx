import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  BLOCKED_FAULTS,
  BLOCKED_INPUT_MAX,
  BLOCKED_MAX,
  BLOCKED_MIN,
  writtenEntry,
} from '#contract/mailbox/blocked-numbers.ts';
import { useHotkeys } from '#web/kit/hotkeys.ts';
import { showFieldErrors, startAnew, useForm } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { isKnown } from './use-blocked.ts';
import type { Blocked } from './use-blocked.ts';

const form = z.object({ faxnum: writtenEntry });

/** A form for one number or text to block; Alt+Shift+Enter also adds it (spec decisions 6.2). */
export function BlockForm(props: { blocked: Blocked }) {
  const { blocked } = props;
  const { t } = useTranslation();
  const fields = useForm(form, { faxnum: '' });
  const { register, handleSubmit, formState, setError } = fields;
  const submit = handleSubmit(async ({ faxnum }) => {
    if (isKnown(blocked.entries, faxnum)) {
      setError('faxnum', { message: 'NUMBER_EXISTS' });
      return;
    }
    const sent = fields.getValues();
    const error = await blocked.add(faxnum);
    if (error === null) startAnew(fields, sent, { faxnum: '' });
    else showFieldErrors(fields, error);
  });
  useHotkeys([{ code: 'Enter', run: () => void submit() }]);
  const fault = [...BLOCKED_FAULTS, 'NUMBER_EXISTS' as const].find(
    (code) => code === formState.errors.faxnum?.message,
  );
  return (
    <form className="blocked-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        {...register('faxnum')}
        autoComplete="off"
        error={fault && t(`blocked.fault.${fault}`, { min: BLOCKED_MIN, max: BLOCKED_MAX })}
        label={t('blocked.number')}
        labelHidden
        maxLength={BLOCKED_INPUT_MAX}
        placeholder={t('blocked.number')}
        spellCheck={false}
      />
      <Button busy={formState.isSubmitting} type="submit" variant="primary">
        {t('blocked.add')}
      </Button>
    </form>
  );
}
