import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Check, ChevronDown, CircleHelp, X } from 'lucide-react';
import { SEARCHED_FOLDERS, filterOf, readSearchLine, withFilter } from '#contract/mailbox/search-words.ts';
import type { SearchKey } from '#contract/mailbox/search-words.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { later } from '#web/ui/later.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { dateWords, pageWords, partyWords } from './chip-words.ts';
import type { ChipEditorProps } from './chip-editor.tsx';

const ChipEditor = later<ChipEditorProps>(async () => (await import('./chip-editor.tsx')).ChipEditor);

/** The options of the State chip, each with its filter. The role `sender` gets only those in STATES_OF_SENT. */
const STATES = {
  unread: ['is', 'unread'],
  failed: ['state', 'failed'],
  uncertain: ['state', 'uncertain'],
  cutOff: ['state', 'cut-off'],
} as const satisfies Record<string, readonly [SearchKey, string]>;

const STATES_OF_SENT: readonly string[] = ['failed', 'uncertain'];

/** The filters of a search line as chips: each writes its filter into the line, and shows the current one. */
export function SearchChips(props: { line: string; onLine: (line: string) => void }) {
  const { line, onLine } = props;
  const { t } = useTranslation();
  const reads = useMay('read');
  return (
    <fieldset aria-label={t('inbox.filter.title')} className="chips">
      {reads && <FolderChip line={line} onLine={onLine} />}
      <FormChip
        keys={['after', 'before']}
        kind="date"
        line={line}
        onLine={onLine}
        words={dateWords(line, t)}
      />
      <FormChip
        keys={['from', 'to', 'with']}
        kind="party"
        line={line}
        onLine={onLine}
        words={partyWords(line, t)}
      />
      <StateChip line={line} onLine={onLine} reads={reads} />
      <FormChip keys={['pages']} kind="pages" line={line} onLine={onLine} words={pageWords(line, t)} />
      {line !== '' && (
        <Button onClick={() => onLine('')} size="sm" variant="link">
          {t('inbox.filter.clear')}
        </Button>
      )}
      <HelpButton />
    </fieldset>
  );
}

interface ChipProps {
  line: string;
  onLine: (line: string) => void;
}

function FolderChip({ line, onLine }: ChipProps) {
  const { t } = useTranslation();
  const { folders } = readSearchLine(line).query;
  const all = folders.length === SEARCHED_FOLDERS.length;
  const names = folders.map((folder) => t(`inbox.folder.${folder}`)).join(', ');
  return (
    <Chip on={!all} onRemove={() => onLine(withFilter(line, 'in', ''))} words={names}>
      <Menu
        entries={[
          {
            id: 'all',
            label: t('inbox.filter.allFolders'),
            onAction: () => onLine(withFilter(line, 'in', '')),
            ...(all && { endIcon: Check }),
          },
          ...SEARCHED_FOLDERS.map((folder) => ({
            id: folder,
            label: t(`inbox.folder.${folder}`),
            onAction: () => onLine(withFilter(line, 'in', folder.toLowerCase())),
            ...(!all && folders.includes(folder) && { endIcon: Check }),
          })),
        ]}
        label={t('inbox.filter.folder')}
        look="plain"
        trigger={all ? t('inbox.filter.allFolders') : names}
        triggerClass="chip-btn"
      />
    </Chip>
  );
}

function StateChip({ line, onLine, reads }: ChipProps & { reads: boolean }) {
  const { t } = useTranslation();
  const states = Object.entries(STATES) as [keyof typeof STATES, readonly [SearchKey, string]][];
  const chosen = states.find(([, [key, value]]) => filterOf(line, key).toLowerCase() === value)?.[0];
  const without = () => withFilter(line, 'state', '', ['is']);
  const words = chosen === undefined ? '' : t(`inbox.filter.states.${chosen}`);
  return (
    <Chip on={chosen !== undefined} onRemove={() => onLine(without())} words={words}>
      <Menu
        entries={states
          .filter(([name]) => reads || STATES_OF_SENT.includes(name))
          .map(([name, [key, value]]) => ({
            id: name,
            label: t(`inbox.filter.states.${name}`),
            onAction: () => onLine(withFilter(without(), key, value)),
            ...(name === chosen && { endIcon: Check }),
          }))}
        label={t('inbox.filter.state')}
        look="plain"
        trigger={words || t('inbox.filter.state')}
        triggerClass="chip-btn"
      />
    </Chip>
  );
}

/** A chip whose values are entered in a small form. */
function FormChip(
  props: ChipProps & {
    kind: 'date' | 'party' | 'pages';
    keys: readonly [SearchKey, ...SearchKey[]];
    words: string;
  },
) {
  const { kind, keys, line, onLine, words } = props;
  const { t } = useTranslation();
  const [key, ...others] = keys;
  return (
    <Chip on={words !== ''} onRemove={() => onLine(withFilter(line, key, '', others))} words={words}>
      <Opener kind={kind} label={t(`inbox.filter.${kind}`)} line={line} onLine={onLine}>
        {(trigger, open, toggle) => (
          <button
            aria-expanded={open}
            aria-haspopup="dialog"
            className="chip-btn"
            onClick={toggle}
            ref={trigger}
            type="button"
          >
            {words || t(`inbox.filter.${kind}`)}
            <Icon as={ChevronDown} size="s" />
          </button>
        )}
      </Opener>
    </Chip>
  );
}

function HelpButton() {
  const { t } = useTranslation();
  return (
    <Opener kind="help" label={t('inbox.filter.help')} line="" onLine={() => undefined}>
      {(trigger, open, toggle) => (
        <IconButton
          expanded={open}
          icon={CircleHelp}
          label={t('inbox.filter.help')}
          onPress={toggle}
          ref={trigger}
          size="sm"
        />
      )}
    </Opener>
  );
}

function Opener(
  props: ChipProps & {
    kind: ChipEditorProps['kind'];
    label: string;
    children: (trigger: RefObject<HTMLButtonElement | null>, open: boolean, toggle: () => void) => ReactNode;
  },
) {
  const { kind, label, line, onLine, children } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      {children(trigger, open, () => setOpen(!open))}
      {open && (
        <ChipEditor
          kind={kind}
          label={label}
          line={line}
          onClose={() => setOpen(false)}
          onLine={onLine}
          trigger={trigger}
        />
      )}
    </>
  );
}

function Chip(props: { on: boolean; words: string; onRemove: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const remove = t('inbox.filter.remove', { filter: props.words });
  return (
    <span className="chip" data-on={props.on || undefined}>
      {props.children}
      {props.on && (
        <button aria-label={remove} className="chip-x" onClick={props.onRemove} title={remove} type="button">
          <Icon as={X} size="xs" />
        </button>
      )}
    </span>
  );
}
