import './qr-code.css';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around a code, without which phones don't find it (ISO/IEC 18004 §9.1). */
const QUIET = 4;

/** A text for a phone's camera, dark on light in both themes. A secret's address is far shorter than a code can hold. */
export function QrCode(props: { text: string; label: string }) {
  const { text, label } = props;
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: QUIET }), [text]);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg aria-label={label} className="qr" role="img" viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </svg>
  );
}
