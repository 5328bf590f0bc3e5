import './work.css';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '#contract/mailbox/team.ts';
import type { TeamReply } from '#contract/mailbox/team.ts';
import { refusalOr } from '#web/kit/run-change.ts';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';

/** The length from which on the counter is shown. */
const COUNTED_FROM = 3600;
/** The most people to suggest at once. */
const OFFERED = 6;

type People = TeamReply['people'];

/** Returns the people whose names follow an @ in a text. If two names start alike, the longer one counts. */
export function mentionsIn(text: string, people: People): string[] {
  let rest = text;
  const found: string[] = [];
  for (const { id, name } of people.toSorted((a, b) => b.name.length - a.name.length)) {
    if (!rest.includes(`@${name}`)) continue;
    found.push(id);
    rest = rest.replaceAll(`@${name}`, ' ');
  }
  return found;
}

/** Returns the name being typed after an @ before the caret; null if there is none. */
export function nameAt(text: string, caret: number): string | null {
  return /(?:^|\s)@([^@\n]{0,40})$/u.exec(text.slice(0, caret))?.[1] ?? null;
}

/** Writes a note. Typing @ offers the people of the account. `onSave` takes what it saves away; what could not be saved stays. */
export function NoteForm(props: {
  people: People;
  submit: string;
  text: string;
  onText: (text: string) => void;
  onSave: (text: string, mentions: string[]) => Promise<void>;
  onCancel?: () => void;
}) {
  const { people, submit, text, onText, onSave, onCancel } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const offer = useOffer({ people, text, setText: onText, field });
  const send = async () => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      await onSave(text.trim(), mentionsIn(text, people));
    } catch (error) {
      growl.error(refusalOr(t('team.noteFailed'), error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        aria-activedescendant={offer.active}
        aria-autocomplete="list"
        aria-controls={offer.names.length > 0 ? offer.listId : undefined}
        aria-label={t('team.note')}
        maxLength={NOTE_MAX}
        onBlur={offer.close}
        onChange={(event) => {
          onText(event.target.value);
          offer.look(event.target.value, event.target.selectionStart);
        }}
        onKeyDown={(event) => {
          if (offer.takesKey(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
          if (event.key === 'Escape' && onCancel) {
            event.stopPropagation();
            onCancel();
          }
        }}
        placeholder={t('team.notePlaceholder')}
        readOnly={busy && onCancel !== undefined}
        ref={field}
        rows={2}
        value={text}
      />
      <Offered offer={offer} />
      <div className="note-foot">
        <span className="meta grow">
          {text.length >= COUNTED_FROM ? `${text.length}/${NOTE_MAX}` : t('team.onlyTeam')}
        </span>
        {onCancel && (
          <Button onClick={onCancel} size="sm" variant="quiet">
            {t('app.cancel')}
          </Button>
        )}
        <Button busy={busy} disabled={text.trim() === ''} size="sm" type="submit" variant="primary">
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** The suggested people. The text area keeps the focus and handles the keys; a text area cannot be a combobox. */
function Offered({ offer }: { offer: ReturnType<typeof useOffer> }) {
  const { t } = useTranslation();
  if (offer.names.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> cannot belong to a text area
    <div aria-label={t('team.people')} className="note-people" id={offer.listId} role="listbox">
      {offer.names.map(({ id, name }, i) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text area handles the keys
        <div
          aria-selected={i === offer.at}
          id={`${offer.listId}-${id}`}
          key={id}
          onMouseDown={(event) => {
            event.preventDefault();
            offer.take(name);
          }}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="option"
          tabIndex={-1}
        >
          {name}
        </div>
      ))}
    </div>
  );
}

/** Returns the names that are suggested while a name is typed after an @. */
function useOffer(parts: {
  people: People;
  text: string;
  setText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { people, text, setText, field } = parts;
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const caretAfter = useRef<number | null>(null);
  useLayoutEffect(() => {
    // Moves the caret behind the name as soon as the name is inserted, so that typing continues after it.
    if (caretAfter.current !== null) field.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });
  const names =
    typed === null
      ? []
      : people.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, OFFERED);
  const active = names[at];
  const close = () => setTyped(null);
  const take = (name: string) => {
    const caret = field.current?.selectionStart ?? text.length;
    const begin = caret - (typed ?? '').length;
    const next = `${text.slice(0, begin)}${name} ${text.slice(caret)}`;
    setText(next);
    close();
    caretAfter.current = begin + name.length + 1;
  };
  return {
    listId,
    names,
    at,
    active: active && `${listId}-${active.id}`,
    close,
    take,
    look: (value: string, caret: number) => {
      setTyped(nameAt(value, caret));
      setAt(0);
    },
    /** Returns whether a key was for the list. */
    takesKey: (event: KeyboardEvent): boolean => {
      if (names.length === 0) return false;
      const step = { ArrowDown: 1, ArrowUp: names.length - 1 }[event.key];
      if (step !== undefined) setAt((at + step) % names.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && active) take(active.name);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
