import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageOff } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { getFaxFile } from '#contract/mailbox/inbox.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** A letter page at fax resolution, until the picture tells its own size. */
const PORTRAIT = '1728 / 2236';
const LANDSCAPE = '2236 / 1728';

/** Address of a page's picture (spec http-api 4.3). Rotation and a new try make it another address, or the browser would not ask again. */
export function pageUrl(row: Pick<FaxRow, 'fax_path' | 'rotation'>, number: number, tries: number): string {
  return callUrl(getFaxFile, [
    ['file', `${row.fax_path}/prev${number}.gif`],
    ['r', String(row.rotation)],
    ...(tries > 0 ? [['try', String(tries)] as const] : []),
  ]);
}

/** One page: a sheet of the right shape at once, the picture when it comes, or what is wrong with this page alone (MSG-03, MSG-05). */
export function PageImage(props: { row: FaxRow; number: number; of: number }) {
  const { row, number, of } = props;
  const { t } = useTranslation();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [shape, setShape] = useState(row.rotation % 180 === 0 ? PORTRAIT : LANDSCAPE);
  return (
    <figure className="page" data-state={state} style={{ aspectRatio: shape }}>
      <bdi aria-hidden="true" className="page-no num" dir="ltr">
        {number} / {of}
      </bdi>
      {state === 'loading' && (
        <div className="page-note">
          <Spinner size="l" />
          <span>{t('inbox.pageLoading', { number })}</span>
        </div>
      )}
      {state === 'failed' ? (
        <div className="page-note">
          <Icon as={ImageOff} size="l" />
          <span>{t('inbox.pageFailed', { number })}</span>
          <Button
            onClick={() => {
              setTries(tries + 1);
              setState('loading');
            }}
            variant="link"
          >
            {t('app.tryAgain')}
          </Button>
        </div>
      ) : (
        <img
          alt={t('inbox.pageAlt', { number, of })}
          decoding="async"
          loading="lazy"
          onError={() => setState('failed')}
          onLoad={({ currentTarget: image }) => {
            setShape(`${image.naturalWidth} / ${image.naturalHeight}`);
            setState('ready');
          }}
          src={pageUrl(row, number, tries)}
        />
      )}
    </figure>
  );
}
