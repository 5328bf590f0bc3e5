/** Returns the fields that have another value in `wanted`, to write and audit only those. */
export function changedFields<Fields extends object>(before: Fields, wanted: Fields): Partial<Fields> {
  const names = Object.keys(wanted) as (keyof Fields)[];
  const changed = names.filter((name) => wanted[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, wanted[name]])) as Partial<Fields>;
}
