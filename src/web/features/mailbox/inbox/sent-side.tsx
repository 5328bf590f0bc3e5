import { useTranslation } from 'react-i18next';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { pageUrl } from './page-image.tsx';

/** The sent fax: its account, its time, and its pages as thumbnails. */
export function SentSide(props: { faxes: readonly FollowedFax[] }) {
  const { t } = useTranslation();
  const main = useMainData();
  const fax = props.faxes.find(({ faxpath, pages }) => faxpath !== undefined && pages > 0) ?? props.faxes[0];
  if (fax === undefined) return null;
  const { faxpath: path, pages } = fax;
  return (
    <aside aria-label={t('inbox.sending.thisFax')} className="sent-side">
      <h2>{t('inbox.sending.thisFax')}</h2>
      <dl>
        <dt>{t('inbox.sort.fax_pages')}</dt>
        <dd className="num">{pages === 0 ? t('dashboard.notCounted') : pages}</dd>
        {main !== undefined && (
          <>
            <dt>{t('inbox.from')}</dt>
            <dd>
              <bdi className="num" dir="ltr">
                {formatFaxNumber(main.faxNumber) ?? main.formattedFaxNumber}
              </bdi>
            </dd>
          </>
        )}
        <dt>{t('inbox.sort.fax_date')}</dt>
        <dd>
          <bdi className="num" dir="ltr">
            {formatDateTime(fax.date)}
          </bdi>
        </dd>
      </dl>
      {path !== undefined && (
        <ol className="sent-thumbs">
          {Array.from({ length: pages }, (_, i) => (
            <li key={i}>
              <img
                alt={t('inbox.pageAlt', { number: i + 1, of: pages })}
                decoding="async"
                loading="lazy"
                src={pageUrl({ fax_path: path, rotation: 0 }, i + 1, 'thumb')}
              />
              <span aria-hidden="true" className="num">
                {i + 1}
              </span>
            </li>
          ))}
        </ol>
      )}
    </aside>
  );
}
