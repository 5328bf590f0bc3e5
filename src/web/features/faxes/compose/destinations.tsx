import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactRound } from 'lucide-react';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { RecipientInput } from '#web/shared/faxes/recipient-input.tsx';
import type { Picker } from './use-picker.ts';

/** The numbers that a fax goes to, as chips (COMP-03 to COMP-06). */
export function Destinations(props: {
  numbers: readonly string[];
  onChange: (numbers: readonly string[]) => void;
  /** The typed text of the next number, which survives a reload. */
  typing: string;
  onTyping: (typing: string) => void;
  onRefused: (international: boolean) => void;
  error: string | undefined;
  disabled: boolean;
  textRef?: Ref<HTMLInputElement>;
  /** The picker that offers numbers, if there is one. */
  picker?: Pick<Picker, 'open' | 'toggle'> | undefined;
}) {
  const { t } = useTranslation();
  return (
    <RecipientInput
      {...(props.textRef !== undefined && { textRef: props.textRef })}
      disabled={props.disabled}
      error={props.error}
      hint={t('compose.to.hint')}
      label={t('compose.to.label')}
      labelAction={props.picker && <OpenPicker disabled={props.disabled} {...props.picker} />}
      numbers={props.numbers}
      onChange={props.onChange}
      onRefused={props.onRefused}
      placeholder={t('compose.to.placeholder')}
      typed={{ text: props.typing, onText: props.onTyping }}
    />
  );
}

function OpenPicker(props: { open: boolean; toggle: () => void; disabled: boolean }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  return (
    <Button
      aria-expanded={props.open}
      disabled={props.disabled}
      icon={ContactRound}
      onClick={props.toggle}
      variant="link"
    >
      {t(narrow ? 'contacts.picker.openShort' : 'contacts.picker.open')}
    </Button>
  );
}
