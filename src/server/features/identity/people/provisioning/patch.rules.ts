import { SCIM } from '#contract/identity/scim-resources.ts';
import type { PatchOperation } from '#contract/identity/scim-resources.ts';
import { AppError } from '#server/kit/app-error.ts';

/** A resource in the form of a PUT body; validated after the change. */
export type Resource = Record<string, unknown>;

/** A change of group members; a PATCH may have several, applied in order. */
export interface MemberChange {
  kind: 'add' | 'remove' | 'set';
  ids: number[];
}

/** Supported attributes by lowercase name; attribute names are case insensitive (RFC 7643, 2.1). */
const USER_ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    username: 'userName',
    externalid: 'externalId',
    active: 'active',
    displayname: 'displayName',
    name: 'name',
    emails: 'emails',
  }),
);
const NAME_PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    givenname: 'givenName',
    familyname: 'familyName',
    formatted: 'formatted',
  }),
);
const GROUP_ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    displayname: 'displayName',
    externalid: 'externalId',
    members: 'members',
  }),
);

/** `name`, `name.givenName`, `emails[type eq "work"].value`. */
const PATH = /^(?<name>\w+)(?:\[(?<filter>[^\]]{1,100})\])?(?:\.(?<part>\w+))?$/u;
const MEMBER = /^value eq "(?<id>[1-9]\d{0,14})"$/iu;
/** Filters that select the one email address that is stored. */
const KEPT_EMAIL = /^(?:type eq "work"|primary eq (?:"true"|true))$/iu;

interface Target {
  op: PatchOperation['op'];
  /** The attribute's name in lower case. */
  name: string;
  filter: string | undefined;
  part: string | undefined;
  value: unknown;
}

/** Applies a PATCH to a user (RFC 7644, 3.5.2). Unsupported attributes are ignored. Throws SCIM_PATH. */
export function patchUser(user: Resource, operations: readonly PatchOperation[]): Resource {
  const changed = { ...user };
  for (const { op, name, filter, part, value } of targetsOf(operations)) {
    const attribute = USER_ATTRIBUTES.get(name);
    // A missing value must not reactivate a user.
    if (attribute === undefined || (attribute === 'active' && (op === 'remove' || value === undefined)))
      continue;
    if (attribute === 'emails')
      changed['emails'] = emailsAfter(changed['emails'], { op, filter, part, value });
    else if (attribute === 'name') changed['name'] = nameAfter(changed['name'], { op, part, value });
    else changed[attribute] = op === 'remove' ? undefined : value;
  }
  return changed;
}

/** Applies a PATCH to a group; changes of members are returned separately. Throws SCIM_PATH, VALIDATION. */
export function patchGroup(
  group: Resource,
  operations: readonly PatchOperation[],
): { group: Resource; members: MemberChange[] } {
  const changed = { ...group };
  const members: MemberChange[] = [];
  for (const target of targetsOf(operations)) {
    const attribute = GROUP_ATTRIBUTES.get(target.name);
    if (attribute === 'members') members.push(memberChange(target));
    else if (attribute !== undefined) changed[attribute] = target.op === 'remove' ? undefined : target.value;
  }
  return { group: changed, members };
}

/** Returns the targets of the operations. An operation without a path has an object of attributes as its value. */
function targetsOf(operations: readonly PatchOperation[]): Target[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path) return targetOf(op, path, value);
    if (op === 'remove' || !isResource(value)) throw new AppError('SCIM_PATH');
    return Object.entries(value).flatMap(([key, one]) => targetOf(op, key, one));
  });
}

function targetOf(op: Target['op'], path: string, value: unknown): Target[] {
  const own = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/iu, '');
  // Schema extensions, such as the enterprise extension, are ignored.
  if (own.startsWith('urn:') || own === 'schemas') return [];
  const { name, filter, part } = PATH.exec(own)?.groups ?? {};
  if (name === undefined) throw new AppError('SCIM_PATH');
  return [{ op, name: name.toLowerCase(), filter, part: part?.toLowerCase(), value }];
}

/** Only the first email address is stored. */
function emailsAfter(emails: unknown, { op, filter, part, value }: Omit<Target, 'name'>): unknown {
  if (filter !== undefined && !KEPT_EMAIL.test(filter)) return emails;
  if (op === 'remove') return [];
  if (part !== undefined) return part === 'value' ? [{ value, primary: true }] : emails;
  const given = Array.isArray(value) ? (value as unknown[]) : [value];
  return op === 'add' && Array.isArray(emails) ? [...given, ...(emails as unknown[])] : given;
}

function nameAfter(name: unknown, { op, part, value }: Pick<Target, 'op' | 'part' | 'value'>): unknown {
  const before = isResource(name) ? name : {};
  if (part === undefined) return op === 'remove' ? undefined : { ...before, ...(isResource(value) && value) };
  const attribute = NAME_PARTS.get(part);
  return attribute === undefined ? name : { ...before, [attribute]: op === 'remove' ? undefined : value };
}

/** Okta puts the member's id into the path, Entra into the value. */
function memberChange({ op, filter, value }: Target): MemberChange {
  if (filter !== undefined) {
    const { id } = MEMBER.exec(filter)?.groups ?? {};
    if (id === undefined || op !== 'remove') throw new AppError('SCIM_PATH');
    return { kind: 'remove', ids: [Number(id)] };
  }
  if (op !== 'remove' && value === undefined) throw new AppError('SCIM_PATH');
  const given: unknown[] = Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
  const ids = given.map((one) => Number(isResource(one) ? one['value'] : one));
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new AppError('VALIDATION', { fields: { members: 'INVALID' } });
  if (op === 'replace' || (op === 'remove' && value === undefined)) return { kind: 'set', ids };
  return { kind: op, ids };
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The supported form of a filter. */
const FILTER = /^(?<attribute>[\w.:]+) eq "(?<value>[^"\\]{0,190})"$/iu;

/** Parses a filter; undefined if there is none. Throws SCIM_FILTER for unsupported filters. */
export function filterOf(
  filter: string | undefined,
  attributes: readonly string[],
): { attribute: string; value: string } | undefined {
  if (filter === undefined) return undefined;
  const { attribute = '', value = '' } = FILTER.exec(filter.trim())?.groups ?? {};
  const name = attribute.replace(new RegExp(`^(?:${SCIM.user}|${SCIM.group}):`, 'iu'), '').toLowerCase();
  const known = attributes.find((one) => one.toLowerCase() === name);
  if (known === undefined) throw new AppError('SCIM_FILTER');
  return { attribute: known, value };
}
