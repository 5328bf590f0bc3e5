import { useForm as useHookForm } from 'react-hook-form';
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { TOUCH_DELAY_MS } from './touch-delay.ts';

/**
 * Returns a form over a schema of the contract: it applies the same rules as the server and shows errors while typing
 * after a short delay.
 */
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
