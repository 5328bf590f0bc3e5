import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

/** A button that adds something; at the limit it cannot be pressed, and a tooltip says why. */
export function LimitedButton(props: ButtonProps & { full: boolean; why: string }) {
  const { full, why, onClick, ...rest } = props;
  const button = <Button {...rest} aria-disabled={full || undefined} onClick={full ? undefined : onClick} />;
  return full ? <Tooltip label={why}>{button}</Tooltip> : button;
}
