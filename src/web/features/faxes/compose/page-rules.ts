import { isWholeFile } from '#contract/faxes/page-plan.ts';
import type { PagePlan, PlannedPage } from '#contract/faxes/page-plan.ts';
import type { Attachment, StripPage } from './attachment-rules.ts';

/** All pages of a converted file in the order of its strip, those left out too; none while it is not converted. */
export function stripOf({ conversion, strip }: Attachment): readonly StripPage[] {
  if (conversion?.kind !== 'ready') return [];
  if (strip !== undefined && strip.length === conversion.pages) return strip;
  return Array.from({ length: conversion.pages }, (_, at) => ({ page: at + 1, rotation: 0, out: false }));
}

/** Which pages of the file are sent; null for all as they are. */
export function planOf(attachment: Attachment): PagePlan | null {
  const ready = attachment.conversion?.kind === 'ready';
  const strip = ready ? stripOf(attachment) : (attachment.strip ?? []);
  const plan = chosenOf(strip);
  return isWholeFile(plan, strip.length) ? null : plan;
}

/** The pages of a strip that are sent. */
export function chosenOf(strip: readonly StripPage[]): PlannedPage[] {
  return strip.filter(({ out }) => !out).map(({ page, rotation }) => ({ page, rotation }));
}

/** The pages that are sent as people write them: `1–3, 5`. */
export function writePages(strip: readonly StripPage[]): string {
  const runs: [number, number][] = [];
  for (const { page } of chosenOf(strip)) {
    const last = runs.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

/** Reads `2–5, 8` (any dash; commas, semicolons or spaces between): page numbers in the order written, each once. Null for what is none. */
export function readPages(written: string, pages: number): readonly number[] | null {
  const parts = written
    .replaceAll(/\s*[-–—]\s*/gu, '-')
    .split(/[\s,;،؛]+/u)
    .filter(Boolean);
  const numbers = parts.flatMap((part) => {
    const { from, to = from } = /^(?<from>\d{1,4})(?:-(?<to>\d{1,4}))?$/u.exec(part)?.groups ?? {};
    const first = Number(from);
    const last = Number(to);
    if (from === undefined || Math.min(first, last) < 1 || Math.max(first, last) > pages) return [0];
    const step = first <= last ? 1 : -1;
    return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => first + at * step);
  });
  return numbers.length === 0 || numbers.includes(0) ? null : [...new Set(numbers)];
}

/** The strip with these pages chosen, in this order; each page that is left out follows the page before it. */
export function choosePages(strip: readonly StripPage[], numbers: readonly number[]): readonly StripPage[] {
  const order = [...numbers];
  for (let page = 1; page <= strip.length; page++)
    if (!numbers.includes(page)) order.splice(order.indexOf(page - 1) + 1, 0, page);
  return order.flatMap((number) =>
    strip.filter(({ page }) => page === number).map((one) => ({ ...one, out: !numbers.includes(number) })),
  );
}

/** The strip with one page in or out; null when it is the only one that is sent. */
export function togglePage(strip: readonly StripPage[], page: number): readonly StripPage[] | null {
  const next = strip.map((one) => (one.page === page ? { ...one, out: !one.out } : one));
  return next.every(({ out }) => out) ? null : next;
}

/** The strip with one page turned by a quarter, or all of them. */
export function turnPages(
  strip: readonly StripPage[],
  side: 'left' | 'right',
  only?: number,
): readonly StripPage[] {
  const by = side === 'left' ? 270 : 90;
  return strip.map((one) =>
    only === undefined || one.page === only
      ? { ...one, rotation: ((one.rotation + by) % 360) as StripPage['rotation'] }
      : one,
  );
}
