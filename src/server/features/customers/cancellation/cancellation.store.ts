import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The service that a request is about, and who is notified. */
export interface EndedService {
  id: number;
  brand_id: number;
  fax_number: string | null;
  admin_email: string;
  show_cancellation_menu: boolean;
  /** The brand's mailbox for such requests; empty if it has none. */
  cancellation_email: string;
  brand_language: string;
  language: string;
}

export async function readService(tx: Db, account: AccountId): Promise<EndedService | undefined> {
  return await tx
    .selectFrom('account as a')
    .innerJoin('brand as b', 'b.id', 'a.brand_id')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .select(['a.id', 'a.brand_id', 'a.fax_number', 'a.admin_email', 'a.show_cancellation_menu'])
    .select(['b.cancellation_email', 'b.lang as brand_language', 's.language'])
    .where('a.id', '=', account)
    .executeTakeFirst();
}

/** Stores a request and returns its id; null if one is already open, even one stored at the same time. */
export async function insertRequest(
  tx: Db,
  account: AccountId,
  input: { email: string; phone: string; noted: object },
): Promise<number | null> {
  const row = await tx
    .insertInto('cancellation_request')
    .values({
      account_id: account,
      contact_email: input.email,
      contact_phone: input.phone,
      client_fields: JSON.stringify(input.noted),
    })
    .onConflict((conflict) => conflict.column('account_id').where('state', '=', 'pending').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
