import './mailbox.css';
import { useTranslation } from 'react-i18next';
import { Download } from 'lucide-react';
import { childFaxFile } from '#contract/customers/mailbox-view.ts';
import type { ChildFax } from '#contract/customers/mailbox-view.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';

/** The pages of a fax in somebody else's mailbox, one below the other, and the file. */
export function FaxPages(props: { uid: string; fax: ChildFax; onClose: () => void }) {
  const { uid, fax, onClose } = props;
  const { t } = useTranslation();
  const address = (name: string) => callUrl(childFaxFile, { uid, file: `${fax.fax_path}/${name}` });
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <a className="btn" download href={address('fax.pdf')}>
          <Icon as={Download} />
          {t('multifax.mailbox.download')}
        </a>
      }
      onClose={onClose}
      open
      size="xl"
      title={t('multifax.mailbox.faxOf', { when: formatDateTime(fax.fax_date) })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: scrollable content is
          focusable, so that arrow keys reach every page. */}
      <section aria-label={t('multifax.mailbox.pages')} className="mf-pages" tabIndex={0}>
        {Array.from({ length: fax.fax_pages }, (_, index) => (
          <img
            alt={t('multifax.mailbox.page', { page: index + 1, pages: fax.fax_pages })}
            key={index}
            loading="lazy"
            src={address(`prev${index + 1}.gif`)}
          />
        ))}
      </section>
    </Modal>
  );
}
