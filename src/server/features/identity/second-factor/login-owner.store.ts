import type { CustomerLogin, LoginOwner } from '#server/kit/owner.ts';

/** Returns the column that refers to the owner of a login. */
export function columnOfLogin<K extends LoginOwner['kind']>({ kind }: { kind: K }): `${K}_id` {
  return `${kind}_id`;
}

/** Returns the owner columns of a new row in a table that has no operators. */
export function columnsOfCustomer({ kind, id }: CustomerLogin) {
  const of = (column: CustomerLogin['kind']) => (kind === column ? id : null);
  return { account_id: of('account'), parent_id: of('parent'), person_id: of('person') };
}

/** Returns all owner columns of a new row. */
export function columnsOfLogin(owner: LoginOwner) {
  const of = owner.kind === 'operator' ? { account_id: null, parent_id: null } : columnsOfCustomer(owner);
  return { ...of, operator_id: owner.kind === 'operator' ? owner.id : null };
}
