import { isWholeFile } from '#contract/faxes/page-plan.ts';
import type { PagePlan, PlannedPage } from '#contract/faxes/page-plan.ts';
import type { Attachment, StripPage } from './attachment-rules.ts';

/** Returns all pages of a converted file in strip order, including those left out; none until it is converted. */
export function stripOf({ conversion, strip }: Attachment): readonly StripPage[] {
  if (conversion?.kind !== 'ready') return [];
  if (strip !== undefined && strip.length === conversion.pages) return strip;
  return Array.from({ length: conversion.pages }, (_, at) => ({ page: at + 1, rotation: 0, out: false }));
}

/** Returns the pages of a file to send; null for all pages unchanged. */
export function planOf(attachment: Attachment): PagePlan | null {
  const ready = attachment.conversion?.kind === 'ready';
  const strip = ready ? stripOf(attachment) : (attachment.strip ?? []);
  const plan = chosenOf(strip);
  return isWholeFile(plan, strip.length) ? null : plan;
}

/** Returns the pages of a strip that are sent. */
export function chosenOf(strip: readonly StripPage[]): PlannedPage[] {
  return strip.filter(({ out }) => !out).map(({ page, rotation }) => ({ page, rotation }));
}

/** Formats the pages to send: `1–3, 5`. */
export function writePages(strip: readonly StripPage[]): string {
  const runs: [number, number][] = [];
  for (const { page } of chosenOf(strip)) {
    const last = runs.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

/**
 * Parses `2–5, 8` (any dash; separated by commas, semicolons or spaces): page numbers in the order written, each once.
 * Returns null for invalid text.
 */
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

/** Returns the strip with these pages chosen, in this order; each page left out follows its predecessor. */
export function choosePages(strip: readonly StripPage[], numbers: readonly number[]): readonly StripPage[] {
  const order = [...numbers];
  for (let page = 1; page <= strip.length; page++)
    if (!numbers.includes(page)) order.splice(order.indexOf(page - 1) + 1, 0, page);
  return order.flatMap((number) =>
    strip.filter(({ page }) => page === number).map((one) => ({ ...one, out: !numbers.includes(number) })),
  );
}

/** Returns the strip with one page switched in or out; null if it is the only page that is sent. */
export function togglePage(strip: readonly StripPage[], page: number): readonly StripPage[] | null {
  const next = strip.map((one) => (one.page === page ? { ...one, out: !one.out } : one));
  return next.every(({ out }) => out) ? null : next;
}

/** Returns the strip with one page, or all of them, turned by 90 degrees. */
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
