import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';

/** The attributes that connect a control with the texts of its row. */
export interface RowControl {
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
}

/** A setting in a card: its name, its description, its control at the end, and the error of a failed change. */
export function SettingRow(props: {
  id: string;
  title: string;
  text?: string | undefined;
  error?: string | undefined;
  children: (control: RowControl) => ReactNode;
}) {
  const { id, title, text, error, children } = props;
  const described = [text !== undefined && `${id}-text`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className="prefs-row">
      <div className="grow">
        <h3 id={id}>{title}</h3>
        {text !== undefined && (
          <p className="meta" id={`${id}-text`}>
            {text}
          </p>
        )}
        {error !== undefined && (
          <p className="hint" data-bad id={`${id}-error`} role="alert">
            <Icon as={CircleAlert} size="s" />
            {error}
          </p>
        )}
      </div>
      {children({ 'aria-labelledby': id, 'aria-describedby': described.join(' ') || undefined })}
    </div>
  );
}
