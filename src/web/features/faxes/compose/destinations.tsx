import { useTranslation } from 'react-i18next';
import { ContactRound } from 'lucide-react';
import { isInternational, MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Button } from '#web/ui/button.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import { useDestinationRules, destinationTag } from '#web/shared/faxes/destination-rules.ts';
import type { Picker } from './use-picker.ts';

/** The numbers a fax goes to: chips (COMP-03 to COMP-06). */
export function Destinations(props: {
  numbers: readonly string[];
  onChange: (numbers: readonly string[]) => void;
  /** What is typed of the next one, which survives a reload. */
  typing: string;
  onTyping: (typing: string) => void;
  onRefused: (international: boolean) => void;
  error: string | undefined;
  disabled: boolean;
  focusFirst: boolean;
  /** The block that offers numbers, where there is one. */
  picker: Pick<Picker, 'open' | 'toggle'> | undefined;
}) {
  const { t } = useTranslation();
  const rules = useDestinationRules();
  return (
    <TagInput
      {...rules}
      counter={(count) => t('compose.to.counter', { count, max: MAX_DESTINATIONS })}
      disabled={props.disabled}
      error={props.error}
      focusFirst={props.focusFirst}
      hint={t('compose.to.hint')}
      inputMode="tel"
      label={t('compose.to.label')}
      labelAction={props.picker && <OpenPicker disabled={props.disabled} {...props.picker} />}
      onChange={(tags) => props.onChange(tags.map((tag) => tag.key))}
      onInvalid={(invalid) => props.onRefused(invalid.some(({ entry }) => isInternational(entry)))}
      placeholder={t('compose.to.placeholder')}
      removeLabel={(tag) => t('compose.to.remove', { number: tag.label })}
      tags={props.numbers.map(destinationTag)}
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
