import { useState } from 'react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageOff } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { getFaxFile } from '#contract/mailbox/inbox.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { later } from '#web/ui/later.tsx';
import { useStore } from '#web/ui/store.ts';
import { pageRotation, pendingTurns, shownRotation } from './page-turns.ts';
import { TurningPicture } from './turning-picture.tsx';

const TextLayer = later(async () => (await import('./text/page-text.ts')).TextLayer);
/** Finds words on the pages; in the same module as their text, which it requires. */
export const FindOnPages = later(async () => (await import('./text/page-text.ts')).FindOnPages);

/** The width-to-height ratio of a letter page at fax resolution, until the picture reports its own size. */
const LETTER = 1728 / 2236;

/**
 * Returns the URL of a page's picture (spec http-api 4.3). Rotation and retries change the URL; otherwise the browser
 * would not load it again.
 */
export function pageUrl(
  row: Pick<FaxRow, 'fax_path' | 'rotation' | 'page_turns'>,
  number: number,
  kind: 'prev' | 'thumb',
  tries = 0,
): string {
  return callUrl(getFaxFile, [
    ['file', `${row.fax_path}/${kind}${number}.gif`],
    ['r', String(pageRotation(row, number))],
    ...(tries > 0 ? [['try', String(tries)] as const] : []),
  ]);
}

/** One page: first a sheet of the right shape, then the picture, or this page's own problem (MSG-03, MSG-05). */
export function PageImage(props: { row: FaxRow; number: number; of: number }) {
  const { row, number, of } = props;
  const { t } = useTranslation();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  // The ratio of the page in upright orientation.
  const [upright, setUpright] = useState(LETTER);
  const drawn = pageRotation(row, number);
  const rotation = shownRotation(row, number, useStore(pendingTurns));
  const ratio = rotation % 180 === 0 ? upright : 1 / upright;
  return (
    <figure
      className="page"
      data-page={number}
      data-state={state}
      style={{ '--ratio': ratio.toFixed(4) } as CSSProperties}
    >
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
        <TurningPicture
          alt={t('inbox.pageAlt', { number, of })}
          drawn={drawn}
          onError={() => setState('failed')}
          onLoad={({ naturalWidth, naturalHeight, src }) => {
            const own = naturalWidth / naturalHeight;
            const sideways = new URL(src).searchParams.get('r');
            setUpright(Number(sideways) % 180 === 0 ? own : 1 / own);
            setState('ready');
          }}
          ready={state === 'ready'}
          rotation={rotation}
          src={pageUrl(row, number, 'prev', tries)}
        />
      )}
      {state === 'ready' && <TextLayer number={number} rotation={rotation} row={row} />}
    </figure>
  );
}
