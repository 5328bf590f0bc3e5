import type { DocumentFault, Photos } from '../port.ts';

/** Thrown by a converter for a document that can never become fax pages; the child's main module answers with it. */
export class DocumentRefusal extends Error {
  readonly reason: DocumentFault;

  constructor(reason: DocumentFault, detail: string) {
    super(detail);
    this.name = 'DocumentRefusal';
    this.reason = reason;
  }
}

/** Called with the page count of a document as soon as it is known. */
export type CountPages = (pages: number) => void;

/** Options of a conversion, apart from the document. */
export interface Drawing {
  photos?: Photos | undefined;
  /** False if the second processor has other documents: a second thread would then only add cost. */
  alone?: boolean | undefined;
  onCount?: CountPages;
}

/** Refuses a document before any page of it is drawn. */
export function refuseTooManyPages(pages: number, allowed: number): void {
  if (pages > allowed) throw new DocumentRefusal('TOO_MANY_PAGES', `${pages} pages, ${allowed} allowed`);
}
