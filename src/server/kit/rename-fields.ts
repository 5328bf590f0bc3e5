import { AppError } from './app-error.ts';

/**
 * Returns a handler for `.catch` that renames the fields of an error to the names that the program sent, where a
 * service uses other names.
 */
export function renameFields(names: Readonly<Record<string, string>>): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([name, fault]) => [names[name] ?? name, fault]);
    throw new AppError(error.code, {
      params: error.params,
      sentence: error.sentence,
      fields: Object.fromEntries(fields) as Record<string, string>,
      cause: error,
    });
  };
}
