/**
 * Returns the pages of each part of a fax, in order: what lies between separator pages, never empty. Pages count from
 * 1. Returns null for a fax that stays whole because it has no separator page, has no other pages, or has more than
 * `most` parts.
 */
export function findParts(pages: number, separators: ReadonlySet<number>, most: number): number[][] | null {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let page = 1; page <= pages + 1; page += 1) {
    if (page <= pages && !separators.has(page)) part.push(page);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  }
  const found = parts.reduce((sum, { length }) => sum + length, 0) < pages;
  return found && parts.length > 0 && parts.length <= most ? parts : null;
}
