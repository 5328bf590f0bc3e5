import type { BrandChange, StoredBrand } from '#server/features/brands/brands/brands.service.ts';

import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

/** Returns the brand after a change; a refusal ends the command. */
export function brandAnswer(change: BrandChange): Answer {
  const { brand } = accepted(change);
  return { json: brandJson(brand), rows: [brandRow(brand)] };
}

/** Returns a brand in the JSON form for scripts. */
export function brandJson({ id: hid, ...brand }: StoredBrand) {
  return { hid: String(hid), ...brand };
}

/** Returns a brand as one row of a list. */
export function brandRow({ id: hid, name, title, lang, domains, origin, isDefault }: StoredBrand) {
  return { hid, name, title, lang, domains: domains.join(' '), origin, default: isDefault };
}
