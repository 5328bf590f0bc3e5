import { useTranslation } from 'react-i18next';
import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { Pagination } from '#web/ui/pagination.tsx';

/** The pager of an administrator's lists: ten rows a page (D2 §9). */
export function MultifaxPager(props: { total: number; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation();
  return (
    <div className="mf-pager">
      <Pagination
        {...props}
        labels={{
          nav: t('app.pager.nav'),
          previous: t('app.pager.previous'),
          next: t('app.pager.next'),
          page: t('app.pager.page'),
          of: (pages) => t('app.pager.of', { pages }),
        }}
        pageSize={PAGE_SIZE}
      />
    </div>
  );
}
