import { useTranslation } from 'react-i18next';
import { Pagination } from '#web/ui/pagination.tsx';

/** The pager under every paged list, in the person's language; nothing when all fits on one page (INBOX-30). */
export function Pager(props: {
  /** Entries of all pages together. */
  total: number;
  pageSize: number;
  /** Counted from 1. */
  page: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <Pagination
      {...props}
      labels={{
        nav: t('app.pager.nav'),
        previous: t('app.pager.previous'),
        next: t('app.pager.next'),
        page: t('app.pager.page'),
        of: (pages) => t('app.pager.of', { pages }),
      }}
    />
  );
}
