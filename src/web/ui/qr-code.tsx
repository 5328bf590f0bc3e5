import './qr-code.css';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** The light margin around a code, in modules; without it, phones do not find the code (ISO/IEC 18004 §9.1). */
const QUIET = 4;

/** A text as a QR code, dark on light in both themes. The address of a secret is far shorter than a code's capacity. */
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
