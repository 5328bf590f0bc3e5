import {
  addNote,
  addTag,
  deleteNote,
  deleteTag,
  editNote,
  editTag,
  faxReaders,
  putWork,
  readWork,
  team,
} from '#contract/mailbox/team.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { TeamService } from './team.service.ts';

/** Mounts the calls for teamwork on faxes (spec http-api 12.43). `zone` is the server's time zone. */
export function mountTeam(app: App, { service, zone }: { service: TeamService; zone: string }): void {
  mount(app, team, async ({ caller }) => {
    const { people, tags, counts } = await service.team(caller);
    return { people: people.map((one) => ({ ...one, id: String(one.id) })), tags, counts };
  });
  mount(app, readWork, async ({ caller, query }) => {
    const { work, changedBy, notes } = await service.read(caller, {
      id: query.fid,
      seen: query.seen === '1',
    });
    return {
      work,
      changedBy,
      notes: notes.map(({ id, personId, author, mentions, at, text, edited, yours, removable }) => ({
        id: String(id),
        author: { id: personId === null ? null : String(personId), name: author },
        mentions: mentions.map(String),
        at: formatWireTime(at, zone),
        text,
        edited,
        yours,
        removable,
      })),
    };
  });
  mount(app, faxReaders, async ({ caller, query }) => {
    const readers = await service.readers(caller, query.fid);
    return { readers: readers.map(({ id, name }) => ({ id: String(id), name })) };
  });
  mount(app, putWork, async ({ caller, body }) => {
    const { changed, stale } = await service.change(caller, body);
    return doneWith({
      changed: changed.map(({ id, work }) => ({ id: String(id), work })),
      stale: stale.map(({ id, changedBy }) => ({ id: String(id), by: changedBy })),
    });
  });
  mountNotes(app, service);
  mountTags(app, service);
}

function mountNotes(app: App, service: TeamService): void {
  mount(app, addNote, async ({ caller, body }) =>
    doneWith({ id: String(await service.addNote(caller, body)) }),
  );
  mount(app, editNote, async ({ caller, body }) => {
    await service.editNote(caller, body);
    return done;
  });
  mount(app, deleteNote, async ({ caller, body }) => {
    await service.deleteNote(caller, body.id);
    return done;
  });
}

function mountTags(app: App, service: TeamService): void {
  mount(app, addTag, async ({ caller, body }) =>
    doneWith({ id: String(await service.addTag(caller, body)) }),
  );
  mount(app, editTag, async ({ caller, body }) => {
    await service.editTag(caller, body.id, { name: body.name, color: body.color });
    return done;
  });
  mount(app, deleteTag, async ({ caller, body }) => {
    await service.deleteTag(caller, body.id);
    return done;
  });
}
