import './pagination.css';
import { useState } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

/** The texts of the pager; `of` receives the page count. */
export interface PaginationLabels {
  nav: string;
  previous: string;
  next: string;
  page: string;
  of: (pages: number) => string;
}

/**
 * Previous, an editable page number, next. Renders only if there is more than one page; an input outside of 1..n (or no
 * number) reverts to the current page (INBOX-31).
 */
export function Pagination(props: {
  total: number;
  pageSize: number;
  page: number;
  onPage: (page: number) => void;
  labels: PaginationLabels;
}) {
  const { total, pageSize, page, onPage, labels } = props;
  const pages = Math.ceil(total / pageSize);
  // The typed text belongs to the page on which it was typed: another page shows its own number again.
  const [draft, setDraft] = useState<{ page: number; text: string } | null>(null);
  const typed = draft?.page === page ? draft.text : String(page);
  if (total <= pageSize) return null;
  const go = () => {
    const wanted = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    setDraft(null);
    if (wanted >= 1 && wanted <= pages && wanted !== page) onPage(wanted);
  };
  return (
    <nav aria-label={labels.nav} className="pg">
      <IconButton
        disabled={page <= 1}
        flip
        icon={ChevronLeft}
        label={labels.previous}
        onPress={() => onPage(page - 1)}
        size="sm"
      />
      <input
        aria-label={labels.page}
        className="in num"
        enterKeyHint="go"
        inputMode="numeric"
        maxLength={6}
        onBlur={go}
        onChange={(event) => setDraft({ page, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
        value={typed}
      />
      <span className="num">{labels.of(pages)}</span>
      <IconButton
        disabled={page >= pages}
        flip
        icon={ChevronRight}
        label={labels.next}
        onPress={() => onPage(page + 1)}
        size="sm"
      />
    </nav>
  );
}
