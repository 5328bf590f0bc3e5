import '#web/shared/faxes/fax-picture.css';
import '#web/ui/skeleton.css';
import './preview-pane.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronLeft, ChevronRight, Eye } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { draftFile, getDraftFile } from '#contract/faxes/drafts.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { templatesQuery } from '#web/shared/faxes/cover-pages.ts';
import { TemplateChoice } from '#web/shared/faxes/template-choice.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import type { PreviewPage } from './compose-pages.ts';
import type { Preview } from './use-preview.ts';

/** The preview in a modal, for screens without room for the pane beside the fax. */
export function PreviewInModal(props: { preview: Preview }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className="preview-open">
      <Button icon={Eye} onClick={() => setOpen(true)} variant="quiet">
        {t('compose.preview.open')}
      </Button>
      <Modal
        closeLabel={t('compose.preview.close')}
        onClose={() => setOpen(false)}
        open={open}
        size="xl"
        title={t('compose.preview.title')}
      >
        <PreviewPane preview={props.preview} />
      </Modal>
    </div>
  );
}

/** Every page of the fax as it will arrive, and the choice of the cover page's template. */
export function PreviewPane(props: { preview: Preview }) {
  const { preview } = props;
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(0);
  const { pages } = preview;
  const at = Math.min(wanted, Math.max(pages.length - 1, 0));
  const page = pages[at];
  return (
    <aside aria-label={t('compose.preview.title')} className="preview">
      <div className="between">
        <h2 className="compose-head">{t('compose.preview.title')}</h2>
        {pages.length > 0 && (
          <span className="preview-steps num">
            <IconButton
              disabled={at === 0}
              flip
              icon={ChevronLeft}
              label={t('compose.preview.previous')}
              onPress={() => setWanted(at - 1)}
              size="sm"
            />
            <span aria-live="polite">{t('compose.preview.page', { page: at + 1, pages: pages.length })}</span>
            <IconButton
              disabled={at === pages.length - 1}
              flip
              icon={ChevronRight}
              label={t('compose.preview.next')}
              onPress={() => setWanted(at + 1)}
              size="sm"
            />
          </span>
        )}
      </div>
      <div className="preview-page fax-picture">
        {page === undefined ? (
          <p className="meta">{t(preview.waiting ? 'compose.preview.waiting' : 'compose.preview.empty')}</p>
        ) : (
          <PageImage page={page} preview={preview} />
        )}
      </div>
      {preview.cover.use && <Templates preview={preview} />}
    </aside>
  );
}

function PageImage(props: { page: PreviewPage; preview: Preview }) {
  const { page, preview } = props;
  const { t } = useTranslation();
  if (page.kind === 'file') {
    const alt = t('compose.preview.file', { name: page.name, page: page.page });
    const src = callUrl(getDraftFile, { file: draftFile(page.key, 'prev', page) });
    return <img alt={alt} height={1294} key={src} src={src} width={1000} />;
  }
  const { url, failed } = preview.picture;
  return (
    <>
      {url !== null && <img alt={t('compose.preview.cover')} height={1036} src={url} width={800} />}
      {url === null && !failed && <span className="preview-coming sk" />}
      {failed && <p className="preview-failed">{t('compose.preview.failed')}</p>}
    </>
  );
}

function Templates(props: { preview: Preview }) {
  const { cover, template, chooseTemplate } = props.preview;
  const { t } = useTranslation();
  const { data = [] } = useQuery(templatesQuery);
  return (
    <TemplateChoice
      label={t('compose.cover.template')}
      onChange={chooseTemplate}
      templates={data}
      value={cover.templateId || template}
    />
  );
}
