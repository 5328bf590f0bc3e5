import { useTranslation } from 'react-i18next';
import { isInternational, MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { TagInput } from '#web/ui/tag-input.tsx';
import { destinationRules, destinationTag } from '#web/kit/destination-rules.ts';

/** The numbers a fax goes to: chips by the rules of D1 §5. */
export function Destinations(props: {
  numbers: readonly string[];
  onChange: (numbers: readonly string[]) => void;
  onRefused: (international: boolean) => void;
  error: string | undefined;
  disabled: boolean;
  focusFirst: boolean;
}) {
  const { t } = useTranslation();
  const rules = destinationRules({
    invalid: (entry) => t('compose.to.invalid', { entry }),
    international: t('compose.to.international'),
  });
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
      onChange={(tags) => props.onChange(tags.map((tag) => tag.key))}
      onInvalid={(invalid) => props.onRefused(invalid.some(({ entry }) => isInternational(entry)))}
      placeholder={t('compose.to.placeholder')}
      removeLabel={(tag) => t('compose.to.remove', { number: tag.label })}
      tags={props.numbers.map(destinationTag)}
    />
  );
}
