import './drop-zone.css';
import { useRef, useState } from 'react';
import type { ClipboardEvent, DragEvent, ReactNode } from 'react';
import { Paperclip } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';
import { pickedFiles } from './picked-files.ts';

/**
 * An area for files that are dropped, pasted or picked. It has a button as well as drag and drop, which works neither
 * by keyboard nor on phones.
 */
export function DropZone(props: {
  label: string;
  /** The texts before and in the link-like button: «Drop files here or» «choose files». */
  dropText: string;
  chooseText: string;
  hint?: string;
  accept?: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
  disabled?: boolean;
  icon?: LucideIcon;
  children?: ReactNode;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const { onFiles, disabled = false } = props;
  return (
    <fieldset aria-label={props.label} className="drop" {...useDrop(onFiles, disabled)}>
      <div className="drop-line">
        <Icon as={props.icon ?? Paperclip} />
        <span className="drop-words">{props.dropText}</span>
        <button
          className="btn"
          data-variant="link"
          disabled={disabled}
          onClick={() => picker.current?.click()}
          type="button"
        >
          {props.chooseText}
        </button>
        {props.hint !== undefined && <span className="meta">{props.hint}</span>}
      </div>
      <input
        ref={picker}
        accept={props.accept}
        aria-label={props.label}
        className="sr"
        multiple={props.multiple ?? true}
        onChange={(event) => {
          const files = pickedFiles(event);
          if (files.length > 0) onFiles(files);
        }}
        tabIndex={-1}
        type="file"
      />
      {props.children}
    </fieldset>
  );
}

/** The handlers that let files be dropped here; otherwise the browser would open them. */
function useDrop(onFiles: (files: readonly File[]) => void, disabled: boolean) {
  const [over, setOver] = useState(false);
  const take = (event: { preventDefault: () => void; defaultPrevented: boolean }, data: DataTransfer) => {
    if (event.defaultPrevented || !data.types.includes('Files')) return;
    event.preventDefault();
    const files = [...data.files];
    if (!disabled && files.length > 0) onFiles(files);
  };
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(!disabled);
  };
  return {
    'data-drop-target': over || undefined,
    onDragEnter: hover,
    onDragOver: hover,
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      take(event, event.dataTransfer);
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
  };
}
