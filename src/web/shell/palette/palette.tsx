import { useTranslation } from 'react-i18next';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { Icon } from '#web/ui/icon.tsx';
import { KeyCaps } from '#web/ui/key-caps.tsx';
import { ListOption } from '#web/ui/list-option.tsx';
import { FindBox } from '../find-box.tsx';
import { cutAt } from './match.ts';
import type { Command } from './use-commands.ts';
import { usePalette } from './use-palette.ts';
import type { PaletteState } from './use-palette.ts';

const LIST = 'palette-list';
const optionId = (command: string) => `palette ${command}`.replaceAll(/[^\w-]/gu, '-');

/**
 * All actions, places and people by name: arrows choose, Enter runs, Ctrl+Enter searches all faxes, Escape closes (ARIA
 * combobox pattern). `onClose` returns the focus and then runs the chosen command.
 */
export function Palette(props: { main: MainData | undefined; onClose: (then?: () => void) => void }) {
  const { t } = useTranslation();
  const palette = usePalette(props.main, props.onClose);
  return (
    <FindBox
      active={palette.active && optionId(palette.active)}
      finder={palette}
      list={LIST}
      onClose={props.onClose}
      prompt={t('palette.placeholder')}
      title={t('palette.open')}
    >
      <PaletteList palette={palette} />
      <output className="sr">
        {palette.text !== '' && palette.note === null && t('palette.found', { count: palette.count })}
      </output>
      <PaletteHints />
    </FindBox>
  );
}

function PaletteList(props: { palette: PaletteState }) {
  const { palette } = props;
  const { t } = useTranslation();
  return (
    <div className="pal-list">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A combobox lists what no <select> can show: icons, notes and keys. */}
      <div aria-label={t('palette.open')} id={LIST} role="listbox">
        {palette.groups.map(({ title, commands }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
          <div aria-label={title} key={title} role="group">
            <div aria-hidden="true" className="pal-head">
              {title}
            </div>
            {commands.map((command) => (
              <Option command={command} key={command.id} palette={palette} />
            ))}
          </div>
        ))}
      </div>
      {palette.note !== null && (
        <output className="pal-note meta">{t(`palette.note.${palette.note}`)}</output>
      )}
    </div>
  );
}

function Option(props: { command: Command; palette: PaletteState }) {
  const { command, palette } = props;
  const { id, label, note, icon, caps } = command;
  return (
    <ListOption
      active={palette.active === id}
      className="pal-option"
      id={optionId(id)}
      onChoose={() => palette.run(command)}
      onPoint={() => palette.activate(id)}
    >
      {icon !== undefined && <Icon as={icon} />}
      <bdi className="trunc">
        {cutAt(label, id === 'search' ? [] : palette.words).map((part, i) =>
          i % 2 === 1 ? <mark key={i}>{part}</mark> : part,
        )}
      </bdi>
      {note !== undefined && <bdi className="meta trunc num">{note}</bdi>}
      {caps !== undefined && <KeyCaps caps={caps} />}
    </ListOption>
  );
}

/** Visible hints on how to use the palette; screen readers announce it through the roles. */
function PaletteHints() {
  const { t } = useTranslation();
  const hints = [
    ['choose', '↑', '↓'],
    ['run', 'Enter'],
    ['close', 'Esc'],
    ['commands', '>'],
    ['people', '@'],
  ] as const;
  return (
    <footer aria-hidden="true" className="pal-foot">
      {hints.map(([name, ...caps]) => (
        <span data-hint={name} key={name}>
          <KeyCaps caps={caps} />
          {t(`palette.hint.${name}`)}
        </span>
      ))}
    </footer>
  );
}
