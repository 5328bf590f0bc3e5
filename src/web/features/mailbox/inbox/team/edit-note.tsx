import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editNote } from '#contract/mailbox/team.ts';
import type { Note, TeamReply } from '#contract/mailbox/team.ts';
import { callApi } from '#web/kit/call-api.ts';
import { confirmDiscard, useUnsaved } from '#web/kit/use-unsaved.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { NoteForm } from './note-form.tsx';

/** The fax that an address has open. */
const faxOf = (search: object) => readInboxSearch({ ...search }).fax;

/** Changes a note; it asks before the changes are lost. */
export function EditNote(props: {
  note: Note;
  people: TeamReply['people'];
  onEnd: () => void;
  onSaved: () => Promise<void>;
}) {
  const { note, people, onEnd, onSaved } = props;
  const { t } = useTranslation();
  const [start] = useState(note.text);
  const [text, setText] = useState(start);
  const dirty = text !== start;
  useUnsaved(dirty, {
    stays: (now, then) => now.pathname === then.pathname && faxOf(now.search) === faxOf(then.search),
  });
  const cancel = async () => {
    if (!dirty || (await confirmDiscard(t))) onEnd();
  };
  return (
    <NoteForm
      onCancel={() => void cancel()}
      onSave={async (saved, mentions) => {
        await callApi(editNote, { body: { id: note.id, text: saved, mentions } });
        onEnd();
        await onSaved();
      }}
      onText={setText}
      people={people}
      submit={t('team.save')}
      text={text}
    />
  );
}
