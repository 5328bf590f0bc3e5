import './work.css';
import { Fragment, useEffect, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Pencil, Trash2 } from 'lucide-react';
import { addNote, deleteNote, readWork } from '#contract/mailbox/team.ts';
import type { Note, TeamReply } from '#contract/mailbox/team.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDate, formatDateTime, formatTime } from '#web/kit/format-date.ts';
import { runChange } from '#web/kit/run-change.ts';
import { useUnsaved } from '#web/kit/use-unsaved.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { EditNote } from './edit-note.tsx';
import { endNoteDraft, useHasNoteDraft, useNoteDraft } from './note-drafts.ts';
import { NoteForm } from './note-form.tsx';
import { TEAM } from '#web/shared/mailbox/team/team-queries.ts';

/** The notes of a fax, oldest first, and the form for a new one. */
export function Notes(props: {
  fid: string;
  notes: readonly Note[];
  team: TeamReply;
  /** Whether the surroundings already have a title for it. */
  titled?: boolean;
}) {
  const { fid, notes, team, titled = false } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useMay('work');
  const me = useMainData()?.person?.id;
  const named = me === undefined ? undefined : notes.findLast(({ mentions }) => mentions.includes(me))?.id;
  useEffect(() => {
    if (named === undefined) return;
    // Notes on the screen count as read. If that cannot be reported now, the count is corrected later.
    callApi(readWork, { query: { fid, seen: '1' } })
      .then(async () => await client.invalidateQueries({ queryKey: [...TEAM, 'all'] }))
      .catch(() => undefined);
  }, [client, fid, named]);
  const [draft, setDraft] = useNoteDraft(fid);
  // Notes wait for their writer wherever the page leads; only the window takes them away.
  useUnsaved(useHasNoteDraft(), { stays: () => true });
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: TEAM });
    await client.invalidateQueries({ queryKey: ['inbox'] });
  };
  return (
    <section aria-label={t('team.notes')} className="notes">
      {!titled && (
        <h3>
          {t('team.notes')} {notes.length > 0 && <span className="meta num">{notes.length}</span>}
        </h3>
      )}
      {notes.length === 0 && <p className="meta">{t(may ? 'team.noNotes' : 'team.noNotesYet')}</p>}
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <OneNote note={note} refresh={refresh} team={team} />
          </li>
        ))}
      </ul>
      {may && (
        <NoteForm
          key={fid}
          onSave={async (text, mentions) => {
            await callApi(addNote, { body: { fid, text, mentions } });
            endNoteDraft(fid, draft);
            await refresh();
          }}
          onText={setDraft}
          people={team.people}
          submit={t('team.addNote')}
          text={draft}
        />
      )}
    </section>
  );
}

function OneNote(props: { note: Note; team: TeamReply; refresh: () => Promise<void> }) {
  const { note, team, refresh } = props;
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const number = useMainData()?.formattedFaxNumber ?? '';
  // The login with number and password has no name.
  const author = note.author.name || number;
  const remove = async () => {
    const sure = await confirm({
      title: t('team.deleteNoteTitle'),
      body: t('team.deleteNoteText'),
      confirmLabel: t('team.delete'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = { waiting: t('team.saving'), done: t('team.noteDeleted'), failed: t('team.failed') };
    await runChange(words, async () => await callApi(deleteNote, { body: { id: note.id } }));
    await refresh();
  };
  return (
    <article className="fax-note">
      <Avatar name={note.author.name} size="sm" />
      <div className="fax-note-head">
        <b className="trunc">{author}</b>
        <time className="num" dateTime={note.at} title={formatDateTime(note.at)}>
          {shortTime(note.at)}
        </time>
        {note.edited && <span>{t('team.edited')}</span>}
      </div>
      <div className="fax-note-tools">
        {note.yours && !editing && (
          <IconButton icon={Pencil} label={t('team.editNote')} onPress={() => setEditing(true)} size="sm" />
        )}
        {note.removable && (
          <IconButton icon={Trash2} label={t('team.deleteNote')} onPress={() => void remove()} size="sm" />
        )}
      </div>
      {editing ? (
        <EditNote note={note} onEnd={() => setEditing(false)} onSaved={refresh} people={team.people} />
      ) : (
        <p dir="auto">{marked(note, team)}</p>
      )}
    </article>
  );
}

/** Formats a time of today as time, any other as date. */
function shortTime(at: string): string {
  return formatDate(at) === formatDate(new Date()) ? formatTime(at) : formatDate(at);
}

/** Returns the text of a note with the mentioned names marked. */
function marked(note: Note, team: TeamReply): ReactNode {
  const names = team.people.filter(({ id }) => note.mentions.includes(id)).map(({ name }) => `@${name}`);
  let parts: (string | ReactElement)[] = [note.text];
  for (const name of names) {
    parts = parts.flatMap((part) =>
      typeof part === 'string'
        ? part
            .split(name)
            .flatMap((text, i) => (i === 0 ? [text] : [<mark key={`${name} ${i}`}>{name}</mark>, text]))
        : [part],
    );
  }
  return parts.map((part, i) => <Fragment key={i}>{part}</Fragment>);
}
