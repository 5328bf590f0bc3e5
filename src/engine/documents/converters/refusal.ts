import type { DocumentFault, Photos } from '../port.ts';

/** Thrown by a converter for a document that can never become fax pages; the child's main turns it into an answer. */
export class DocumentRefusal extends Error {
  readonly reason: DocumentFault;

  constructor(reason: DocumentFault, detail: string) {
    super(detail);
    this.name = 'DocumentRefusal';
    this.reason = reason;
  }
}

/** Told how many pages a document will have, as soon as that is known. */
export type CountPages = (pages: number) => void;

/** What a converter is told beside the document. */
export interface Drawing {
  photos?: Photos | undefined;
  /** False where the second processor has other documents: a second thread would only cost more. */
  alone?: boolean | undefined;
  onCount?: CountPages;
}

/** Refuses a document before any page of it is drawn. */
export function refuseTooManyPages(pages: number, allowed: number): void {
  if (pages > allowed) throw new DocumentRefusal('TOO_MANY_PAGES', `${pages} pages, ${allowed} allowed`);
}
