import type { MenuChoice } from '#web/ui/menu.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The themes side by side: on a phone they take up the width of one entry. */
export function ThemeChoice(props: { label: string; choice: MenuChoice }) {
  const { label, choice } = props;
  return (
    <fieldset className="drawer-looks">
      <legend className="sr">{label}</legend>
      {choice.options.map(({ value, label: name, icon }) => (
        <button
          aria-pressed={value === choice.value}
          key={value}
          onClick={() => choice.onChange(value)}
          type="button"
        >
          <Icon as={icon} size="l" />
          {name}
        </button>
      ))}
    </fieldset>
  );
}
