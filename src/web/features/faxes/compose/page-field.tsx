import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from './attachment-rules.ts';
import { choosePages, readPages, stripOf, writePages } from './page-rules.ts';
import type { AttachmentChange } from './use-attachments.ts';

/** The pages of a file to send, as text: `2–5, 8`. Invalid text stays, shows a message, and blocks sending. */
export function PageField(props: {
  attachment: Attachment;
  locked: boolean;
  onChange: (change: AttachmentChange) => void;
}) {
  const { attachment, locked, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const strip = stripOf(attachment);
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = attachment.wrongPages;
  const shown = typed ?? wrong ?? writePages(strip);
  const commit = () => {
    if (typed === null) return;
    setTyped(null);
    const numbers = readPages(typed, strip.length);
    if (numbers === null) onChange({ wrongPages: typed });
    // Text that means the same must not move the pages that are left out.
    else if (writePages(choosePages(strip, numbers)) === writePages(strip))
      onChange({ wrongPages: undefined });
    else onChange({ strip: choosePages(strip, numbers), wrongPages: undefined });
  };
  return (
    <div className="att-pages" data-bad={wrong !== undefined || undefined}>
      <label htmlFor={id}>{t('compose.pages.label')}</label>
      <input
        aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
        aria-invalid={wrong !== undefined || undefined}
        aria-label={t('compose.pages.of', { name: attachment.name })}
        autoComplete="off"
        className="in num"
        dir="ltr"
        disabled={locked}
        id={id}
        onBlur={commit}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.altKey) commit();
          else if (event.key !== 'Escape' || typed === null) return;
          else setTyped(null);
          event.preventDefault();
          event.stopPropagation();
        }}
        value={shown}
      />
      {wrong !== undefined && (
        <p className="att-note" id={`${id}-wrong`} role="alert">
          {t('compose.pages.wrong', { last: strip.length })}
        </p>
      )}
    </div>
  );
}
