import { useCallback } from 'react';
import { useForm as useHookForm } from 'react-hook-form';
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { useInFlight } from './in-flight.ts';
import { TOUCH_DELAY_MS } from './touch-delay.ts';

/**
 * A form over a schema of the contract: the same rules as the server, shown while typing after a short delay. It is sent
 * once at a time, whether by a button, by Enter or by a shortcut.
 */
export function useForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  const form = useHookForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onChange',
    delayError: TOUCH_DELAY_MS,
  });
  const { handleSubmit: sendWith } = form;
  const inFlight = useInFlight();
  const handleSubmit = useCallback<typeof sendWith>(
    (onValid, onInvalid) => async (event) => {
      (event as Partial<Event> | undefined)?.preventDefault?.();
      await inFlight('send', async () => await sendWith(onValid, onInvalid)(event));
    },
    [inFlight, sendWith],
  );
  return { ...form, handleSubmit };
}

/**
 * Resets a form to the saved values, but keeps what was typed while the save was in progress. `sent` holds the values of
 * the form when it was sent.
 */
export function startAnew<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  sent: Input,
  saved: Input,
): void {
  const typed = form.getValues();
  form.reset(saved);
  for (const name of Object.keys(typed) as FieldPath<Input>[])
    if (typed[name] !== sent[name]) form.setValue(name, typed[name], { shouldDirty: true });
}

/** Shows the server's field errors on their fields; returns whether any of them belongs to a field of the form. */
export function showFieldErrors<Input extends FieldValues>(
  form: UseFormReturn<Input, unknown, unknown>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.entries(error.fields).filter(([name]) => name in form.getValues());
  for (const [name, code] of known)
    form.setError(name as FieldPath<Input>, { type: 'server', message: code });
  return known.length > 0;
}
