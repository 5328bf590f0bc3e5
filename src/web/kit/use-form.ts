import { useForm as useHookForm } from 'react-hook-form';
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { TOUCH_DELAY_MS } from './touch-delay.ts';

/** A form over a schema of the contract: the same rules as the server, shown while typing after a short delay. */
export function useForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useHookForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onChange',
    delayError: TOUCH_DELAY_MS,
  });
}

/**
 * Starts a form anew with what was saved. What was typed while it was on its way stays: `sent` is what the form held
 * when it was sent.
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

/** Puts the server's field codes onto the fields; says whether it found a place for any of them. */
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
