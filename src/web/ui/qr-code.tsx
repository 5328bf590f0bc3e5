import './qr-code.css';
import { useMemo } from 'react';
import { qrMatrix } from './qr-matrix.ts';

/** Light modules around a code, without which phones don't find it (ISO/IEC 18004 §9.1). */
const QUIET = 4;

/** A text for a phone's camera; nothing when it is too long for a code. Dark on light in every look. */
export function QrCode(props: { text: string; label: string }) {
  const { text, label } = props;
  const matrix = useMemo(() => qrMatrix(text), [text]);
  if (matrix === null) return null;
  const side = matrix.length + 2 * QUIET;
  const path = matrix
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg aria-label={label} className="qr" role="img" viewBox={`0 0 ${side} ${side}`}>
      <path d={path} />
    </svg>
  );
}
