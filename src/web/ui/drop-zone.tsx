import './drop-zone.css';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Paperclip } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { DropZone as AriaDropZone } from 'react-aria-components/DropZone';
import type { DropItem } from 'react-aria-components/ListBox';
import { Icon } from './icon.tsx';

/** Files dropped, pasted or picked. A button stands beside drag and drop, which no keyboard or phone can do. */
export function DropZone(props: {
  label: string;
  /** Words before and in the link-like button: «Drop files here or» «choose files». */
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
    <AriaDropZone
      aria-label={props.label}
      className="drop"
      getDropOperation={() => 'copy'}
      isDisabled={disabled}
      onDrop={(event) => void filesOf(event.items).then((files) => files.length > 0 && onFiles(files))}
    >
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
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again after it was removed from the list.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        tabIndex={-1}
        type="file"
      />
      {props.children}
    </AriaDropZone>
  );
}

async function filesOf(items: readonly DropItem[]): Promise<File[]> {
  const files: File[] = [];
  for (const item of items) if (item.kind === 'file') files.push(await item.getFile());
  return files;
}
