import { useTranslation } from 'react-i18next';
import { Pagination } from '#web/ui/pagination.tsx';

/** The pager under every paged list, in the reader's language; renders nothing if there is only one page (INBOX-30). */
export function Pager(props: {
  /** The number of entries on all pages. */
  total: number;
  pageSize: number;
  /** The page number, counted from 1. */
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
