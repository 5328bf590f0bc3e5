import type { CustomerLogin, LoginOwner } from '#server/kit/owner.ts';

/** The column of a row that belongs to whoever logs in. */
export function columnOfLogin<K extends LoginOwner['kind']>({ kind }: { kind: K }): `${K}_id` {
  return `${kind}_id`;
}

/** The columns of a new row, of a table that operators have no part in. */
export function columnsOfCustomer({ kind, id }: CustomerLogin) {
  const of = (column: CustomerLogin['kind']) => (kind === column ? id : null);
  return { account_id: of('account'), parent_id: of('parent'), person_id: of('person') };
}

/** All columns of a new row. */
export function columnsOfLogin(owner: LoginOwner) {
  const of = owner.kind === 'operator' ? { account_id: null, parent_id: null } : columnsOfCustomer(owner);
  return { ...of, operator_id: owner.kind === 'operator' ? owner.id : null };
}
