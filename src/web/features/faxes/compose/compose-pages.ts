import type { PlannedPage } from '#contract/faxes/page-plan.ts';
import { sendable } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import { chosenOf, stripOf } from './page-rules.ts';
import type { Draft } from './draft-store.ts';

/** A page of the fax in the preview. */
export type PreviewPage = { kind: 'cover' } | ({ kind: 'file'; key: string; name: string } & PlannedPage);

/** Returns the number of pages of the converted files that are sent. */
export function filePages(files: readonly Attachment[]): number {
  return sendable(files).reduce((sum, file) => sum + chosenOf(stripOf(file)).length, 0);
}

/** Returns every known page, in the order in which they are sent. */
export function previewPages(draft: Draft, files: readonly Attachment[]): PreviewPage[] {
  const cover: PreviewPage[] = draft.cover.use ? [{ kind: 'cover' }] : [];
  const others = sendable(files).flatMap((file): PreviewPage[] => {
    const { conversion, name } = file;
    if (conversion?.kind !== 'ready') return [];
    return chosenOf(stripOf(file)).map((page) => ({ kind: 'file', key: conversion.key, name, ...page }));
  });
  return [...cover, ...others];
}

/** Returns the pages of the whole fax, or null while a file is not converted yet. */
export function totalPages(draft: Draft, files: readonly Attachment[]): number | null {
  const waiting = sendable(files).some(({ conversion }) => conversion?.kind !== 'ready');
  const pages = previewPages(draft, files).length;
  return waiting || pages === 0 ? null : pages;
}

/** The average time per page of a fax machine, and its time to answer; numbers are dialed in parallel. */
const SECONDS_A_PAGE = 35;
const SECONDS_TO_CONNECT = 30;

/** Returns the approximate transmission time in minutes. */
export function minutesFor(pages: number): number {
  return Math.ceil((SECONDS_TO_CONNECT + pages * SECONDS_A_PAGE) / 60);
}
