import { AppError } from '#server/kit/app-error.ts';

/** How a call names the account: `uid` in the query, `user_id` in the body, both, or neither. */
export interface Whose {
  uid?: string;
  user_id?: string;
}

/** Returns the account that a call names; '' if it names none. Throws NOT_FOUND if it names two. */
export function uidOf(named: readonly Whose[]): string {
  const written = named.flatMap((one) => [one.uid ?? '', one.user_id ?? '']);
  const [uid = '', ...more] = new Set(written.filter((id) => id !== ''));
  if (more.length > 0) throw new AppError('NOT_FOUND');
  return uid;
}
