import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * An SQL condition: whether a person's session may open a place (an account or administrator). `provider` is the provider
 * that the session comes from (null: none), `parent` the administrator that the place belongs to (null: none). Sessions of
 * an administrator's provider can't open places of others; if the provider is required, only its sessions can open the
 * administrator's places (A-SSO-21, A-SSO-24).
 */
export function signOnAllows(
  provider: RawBuilder<unknown>,
  parent: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from identity_provider ip
      where ip.id = ${provider} and ip.parent_id is not null and ip.parent_id is distinct from ${parent})
    and not exists (select from identity_provider ip
      where ip.parent_id = ${parent} and ip.required and ip.id is distinct from ${provider}))`;
}
