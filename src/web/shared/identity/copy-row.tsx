import './provider-setup.css';
import { CopyButton } from '#web/kit/copy-button.tsx';

/** A value to be entered elsewhere, with a button that copies it. */
export function CopyRow({ name, text }: { name: string; text: string }) {
  return (
    <p className="prov-copy">
      <code dir="ltr">{text}</code>
      <CopyButton name={name} text={text} />
    </p>
  );
}
