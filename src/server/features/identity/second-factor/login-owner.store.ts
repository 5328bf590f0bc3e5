import type { LoginOwner } from '#server/kit/owner.ts';

/** The column of a row that belongs to whoever logs in. */
export function columnOfLogin({ kind }: LoginOwner): `${LoginOwner['kind']}_id` {
  return `${kind}_id`;
}

/** All three columns of a new row. */
export function columnsOfLogin({ kind, id }: LoginOwner) {
  const of = (column: LoginOwner['kind']) => (kind === column ? id : null);
  return { account_id: of('account'), parent_id: of('parent'), operator_id: of('operator') };
}
