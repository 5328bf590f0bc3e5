import './text-layer.css';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import { useStore } from '#web/ui/store.ts';
import type { Rotation } from '../page-turns.ts';
import { usePageText } from './fax-text.ts';
import { found, shareOf } from './find-state.ts';
import { placedWords, turnedBox, turnedSize, turning } from './turned-box.ts';

/** Part of a line's height that lies above its baseline. */
const ASCENT = 0.8;

/** The recognized text of a page, above its picture: for selecting, copying and reading aloud; hits are marked. */
export function TextLayer(props: { row: FaxRow; number: number; rotation: Rotation }) {
  const { row, number, rotation } = props;
  const text = usePageText(row, number);
  if (text === null || text.lines.length === 0) return null;
  return (
    <>
      <Marks rotation={rotation} row={row} text={text} />
      <PageWords rotation={rotation} text={text} />
    </>
  );
}

/** Invisible text at its position on the picture. */
const PageWords = memo(function PageWords(props: { text: PageTextOnWire; rotation: Rotation }) {
  const { text, rotation } = props;
  const { t } = useTranslation();
  const lines = useMemo(() => uprightLines(text), [text]);
  const upright = turnedSize(text, text.turn);
  const turn = ((rotation - text.turn + 360) % 360) as Rotation;
  const { width, height } = turnedSize(upright, turn);
  return (
    <svg
      aria-label={t('inbox.find.textOfPage', { number: text.page })}
      className="page-text no-print"
      preserveAspectRatio="none"
      role="document"
      viewBox={`0 0 ${width} ${height}`}
    >
      <g transform={turning(turn, upright)}>
        {lines.map(({ words, size, baseline }, i) => (
          <text fontSize={size} key={i} y={baseline}>
            {words.map(({ text: word, x, w }, at) => (
              <tspan key={at} lengthAdjust="spacingAndGlyphs" textLength={w} x={x}>
                {at === words.length - 1 ? word : `${word} `}
              </tspan>
            ))}
          </text>
        ))}
      </g>
    </svg>
  );
});

function uprightLines(text: PageTextOnWire) {
  return placedWords(text).map((line) => {
    const words = line.map((word) => ({ text: word.text, ...turnedBox(word, text.turn, text) }));
    const top = Math.min(...words.map(({ y }) => y));
    const size = Math.max(...words.map(({ y, h }) => y + h)) - top;
    return { words, size, baseline: top + size * ASCENT };
  });
}

/** The search hits, highlighted like with a marker. */
function Marks(props: { row: FaxRow; text: PageTextOnWire; rotation: Rotation }) {
  const { row, text, rotation } = props;
  const all = useStore(found);
  if (all?.fid !== row.fax_id) return null;
  return all.hits.map(({ page, boxes }, i) =>
    page === text.page
      ? boxes.map((box, at) => {
          const { x, y, w, h } = shareOf(box, rotation, text);
          const style = { left: percent(x), top: percent(y), width: percent(w), height: percent(h) };
          const now = i === all.at || undefined;
          return <span className="page-mark no-print" data-now={now} key={`${i} ${at}`} style={style} />;
        })
      : null,
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
