/** Quarter turns of a page, clockwise, in degrees. */
export const ROTATIONS = [0, 90, 180, 270] as const;

/** A page of a file to be sent: its number in the file, from 1, and its clockwise rotation in degrees. */
export interface PlannedPage {
  page: number;
  rotation: (typeof ROTATIONS)[number];
}

/** The pages of a file to send, in order. Never empty, no duplicates. */
export type PagePlan = readonly PlannedPage[];

/** Maximum number of pages in a plan: the maximum of a fax. */
export const MAX_PLAN_PAGES = 200;

/** `3` or `3r90`. */
const PLANNED = /^(?<page>[1-9]\d{0,2})(?:r(?<rotation>90|180|270))?$/;

/** Parses a plan such as `3,1r90` (spec http-api 4.9); null if it is malformed, empty or names a page twice. */
export function parsePagePlan(written: string): PagePlan | null {
  const parts = written.split(',', MAX_PLAN_PAGES + 1);
  const plan = parts.flatMap((part): PlannedPage[] => {
    const { page, rotation = '0' } = PLANNED.exec(part.trim())?.groups ?? {};
    const turned = ROTATIONS.find((known) => String(known) === rotation);
    return page === undefined || turned === undefined ? [] : [{ page: Number(page), rotation: turned }];
  });
  const distinct = new Set(plan.map(({ page }) => page));
  return distinct.size === parts.length && parts.length <= MAX_PLAN_PAGES ? plan : null;
}

/** Formats a plan for `parsePagePlan`. */
export function formatPagePlan(plan: PagePlan): string {
  return plan.map(({ page, rotation }) => `${page}${rotation === 0 ? '' : `r${rotation}`}`).join(',');
}

/** Returns whether a plan sends all `pages` pages unchanged. */
export function isWholeFile(plan: PagePlan, pages: number): boolean {
  return plan.length === pages && plan.every(({ page, rotation }, at) => page === at + 1 && rotation === 0);
}
