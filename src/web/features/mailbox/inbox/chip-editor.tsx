import { useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { MAX_PAGES, readSearchLine, withFilter } from '#contract/mailbox/search-words.ts';
import type { PartySide } from '#contract/mailbox/search-words.ts';
import { focusFirst } from '#web/kit/focus-first.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** The props of the popover of a chip: a form for its values, or the help. */
export interface ChipEditorProps {
  kind: 'date' | 'party' | 'pages' | 'help';
  label: string;
  line: string;
  onLine: (line: string) => void;
  onClose: () => void;
  trigger: RefObject<HTMLButtonElement | null>;
}

/** The open form; Enter and Apply write its filter into the search line, Escape leaves the line unchanged. */
export function ChipEditor(props: ChipEditorProps) {
  const { kind, label, line, onLine, onClose, trigger } = props;
  const apply = (next: string) => {
    onClose();
    onLine(next);
  };
  return (
    <Popover
      className="chip-pop"
      isOpen
      offset={6}
      onOpenChange={onClose}
      placement="bottom start"
      triggerRef={trigger}
    >
      <Dialog aria-label={label}>
        {kind === 'help' && <Help />}
        {kind === 'date' && <DateForm line={line} onApply={apply} />}
        {kind === 'party' && <PartyForm line={line} onApply={apply} />}
        {kind === 'pages' && <PagesForm line={line} onApply={apply} />}
      </Dialog>
    </Popover>
  );
}

interface FormProps {
  line: string;
  onApply: (line: string) => void;
}

function DateForm({ line, onApply }: FormProps) {
  const { t } = useTranslation();
  const { query } = readSearchLine(line);
  const [after, setAfter] = useState(query.after ?? '');
  const [before, setBefore] = useState(query.before ?? '');
  const wrong = after !== '' && before !== '' && after >= before;
  return (
    <Form
      onSubmit={() => {
        if (!wrong) onApply(withFilter(withFilter(line, 'after', after), 'before', before));
      }}
    >
      <TextField
        ref={focusFirst}
        label={t('inbox.filter.from')}
        max="2099-12-31"
        min="1990-01-01"
        onChange={(event) => setAfter(event.target.value)}
        type="date"
        value={after}
      />
      <TextField
        error={wrong ? t('inbox.filter.dateOrder') : undefined}
        label={t('inbox.filter.until')}
        max="2099-12-31"
        min="1990-01-01"
        onChange={(event) => setBefore(event.target.value)}
        type="date"
        value={before}
      />
    </Form>
  );
}

const SIDES: readonly PartySide[] = ['with', 'from', 'to'];

function PartyForm({ line, onApply }: FormProps) {
  const { t } = useTranslation();
  const [known] = readSearchLine(line).query.parties;
  const [side, setSide] = useState<PartySide>(known?.side ?? 'with');
  const [text, setText] = useState(known?.text ?? '');
  const others = SIDES.filter((one) => one !== side);
  return (
    <Form onSubmit={() => onApply(withFilter(line, side, text, others))}>
      <Select
        label={t('inbox.filter.side')}
        onChange={(event) => setSide(event.target.value as PartySide)}
        options={SIDES.map((value) => ({ value, label: t(`inbox.filter.side_${value}`) }))}
        value={side}
      />
      <TextField
        autoComplete="off"
        ref={focusFirst}
        label={t('inbox.filter.partyField')}
        maxLength={40}
        onChange={(event) => setText(event.target.value)}
        value={text}
      />
    </Form>
  );
}

function PagesForm({ line, onApply }: FormProps) {
  const { t } = useTranslation();
  const { pages } = readSearchLine(line).query;
  const [min, setMin] = useState(pages.min > 0 ? String(pages.min) : '');
  const [max, setMax] = useState(pages.max < MAX_PAGES ? String(pages.max) : '');
  const wrong = min !== '' && max !== '' && Number(min) > Number(max);
  const value =
    min !== '' && max !== '' ? `${min}-${max}` : min !== '' ? `>=${min}` : max === '' ? '' : `<=${max}`;
  return (
    <Form
      onSubmit={() => {
        if (!wrong) onApply(withFilter(line, 'pages', value));
      }}
    >
      <TextField
        ref={focusFirst}
        inputMode="numeric"
        label={t('inbox.filter.atLeast')}
        maxLength={4}
        numeric
        onChange={(event) => setMin(event.target.value.replaceAll(/\D/g, ''))}
        value={min}
      />
      <TextField
        error={wrong ? t('inbox.filter.pageOrder') : undefined}
        inputMode="numeric"
        label={t('inbox.filter.atMost')}
        maxLength={4}
        numeric
        onChange={(event) => setMax(event.target.value.replaceAll(/\D/g, ''))}
        value={max}
      />
    </Form>
  );
}

function Form(props: { onSubmit: () => void; children: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <form
      className="chip-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
      <Button type="submit" variant="primary">
        {t('inbox.filter.apply')}
      </Button>
    </form>
  );
}

/** Examples of searches, by what they find. */
const EXAMPLES = {
  words: 'acme "purchase order"',
  party: 'from:dana  to:732-555-0119  with:acme',
  date: 'after:2026-10  before:2026-11-05',
  pages: 'pages:>3  pages:2-5',
  in: 'in:inbox  in:sent  in:archive',
  state: 'state:failed  state:uncertain  state:cut-off',
  is: 'is:unread  is:read  is:received  is:sent',
  team: 'assigned:me tag:Billing is:open due:today',
} as const;

function Help() {
  const { t } = useTranslation();
  const team = useMainData()?.team === true;
  return (
    <div className="chip-help">
      <h2>{t('inbox.filter.help')}</h2>
      <dl>
        {Object.entries(EXAMPLES)
          .filter(([name]) => name !== 'team' || team)
          .map(([name, example]) => (
            <div key={name}>
              <dt>
                <code dir="ltr">{example}</code>
              </dt>
              <dd>{t(`inbox.filter.helpText.${name as keyof typeof EXAMPLES}`)}</dd>
            </div>
          ))}
      </dl>
      <p>{t('inbox.filter.helpOutbox')}</p>
    </div>
  );
}
