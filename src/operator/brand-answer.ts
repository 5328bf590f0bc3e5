import type { BrandChange, StoredBrand } from '#server/features/brands/brands/brands.service.ts';

import type { Answer } from './output.ts';
import { accepted } from './refusal.ts';

/** The brand after a change; a refusal becomes the command's sentence. */
export function brandAnswer(change: BrandChange): Answer {
  const { brand } = accepted(change);
  return { json: brandJson(brand), rows: [brandRow(brand)] };
}

/** A brand as scripts read it. */
export function brandJson({ id: hid, ...brand }: StoredBrand) {
  return { hid: String(hid), ...brand };
}

/** A brand as one line of a list. */
export function brandRow({ id: hid, name, title, lang, domains, origin, isDefault }: StoredBrand) {
  return { hid, name, title, lang, domains: domains.join(' '), origin, default: isDefault };
}
