import './work.css';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Trash2 } from 'lucide-react';
import { TAG_COLORS, TAG_NAME_MAX, addTag, deleteTag, editTag } from '#contract/mailbox/team.ts';
import type { Tag, TagColor } from '#contract/mailbox/team.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import type { DialogSave } from '#web/kit/use-dialog-save.ts';
import { Button } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Modal, focusFirstField } from '#web/ui/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { TEAM } from '#web/shared/mailbox/team/team-queries.ts';

export interface TagsModalProps {
  tags: readonly Tag[];
  /** Set to create a tag, which is put on the fax at once; undefined to edit all tags. */
  onMade: ((tag: Tag) => void) | undefined;
  onClose: () => void;
}

/** Creates a tag, or edits the tags of the account. */
export function TagsModal({ tags, onMade, onClose }: TagsModalProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: TEAM });
    await client.invalidateQueries({ queryKey: ['inbox'] });
  };
  const making = useDialogSave(onClose);
  const color = TAG_COLORS[tags.length % TAG_COLORS.length] ?? 'blue';
  return (
    <Modal
      closeLabel={t('app.close')}
      onClose={onClose}
      open
      title={t(onMade === undefined ? 'team.editTags' : 'team.newTag')}
    >
      <div className="tags-form" ref={focusFirstField}>
        {onMade === undefined &&
          tags.map((tag) => (
            <TagForm
              key={tag.id}
              onDelete={async () => {
                if (!(await asksToDelete(tag, t))) return;
                await callApi(deleteTag, { body: { id: tag.id } });
                await refresh();
              }}
              onSave={async (fields) => {
                await callApi(editTag, { body: { id: tag.id, ...fields } });
                await refresh();
              }}
              start={tag}
            />
          ))}
        {onMade !== undefined && (
          <TagForm
            dialog={making}
            onSave={async (fields) => {
              const { data } = await callApi(addTag, { body: fields });
              await refresh();
              onMade({ ...fields, id: data.id, faxes: 0 });
            }}
            start={{ name: '', color }}
          />
        )}
      </div>
    </Modal>
  );
}

async function asksToDelete(tag: Tag, t: TFunction): Promise<boolean> {
  return await confirm({
    title: t('team.deleteTagTitle', { name: tag.name }),
    body: t('team.deleteTagText', { count: tag.faxes }),
    confirmLabel: t('team.delete'),
    cancelLabel: t('app.cancel'),
    danger: true,
  });
}

interface TagFields {
  name: string;
  color: TagColor;
}

/** The name and color of a tag. The server's objections appear below the name, and typed text stays. */
function TagForm(props: {
  start: TagFields;
  onSave: (fields: TagFields) => Promise<void>;
  onDelete?: () => Promise<void>;
  /** What closes once the tag is saved. */
  dialog?: DialogSave;
}) {
  const { start, onSave, onDelete } = props;
  const { t } = useTranslation();
  const [name, setName] = useState(start.name);
  const [color, setColor] = useState<TagColor>(start.color);
  const own = useDialogSave(() => undefined);
  const { busy, error, save } = props.dialog ?? own;
  const run = async (change: () => Promise<void>) =>
    await save(change, (failure) => {
      const refused =
        failure instanceof ApiError && failure.fields['name'] === undefined ? failure.message : '';
      return refused || t('team.tagRules');
    });
  const changed = name.trim() !== start.name || color !== start.color;
  return (
    <form
      className="tag-form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => await onSave({ name: name.trim(), color }));
      }}
    >
      <TextField
        error={error}
        label={t('team.tagName')}
        maxLength={TAG_NAME_MAX}
        onChange={(event) => setName(event.target.value)}
        value={name}
      />
      <Select
        label={t('team.color')}
        onChange={(event) => setColor(TAG_COLORS.find((one) => one === event.target.value) ?? color)}
        options={TAG_COLORS.map((value) => ({ value, label: t(`team.colors.${value}`) }))}
        value={color}
      />
      <Button busy={busy} disabled={name.trim() === '' || !changed} size="md" type="submit">
        {t('team.save')}
      </Button>
      {onDelete && (
        <IconButton
          icon={Trash2}
          label={t('team.deleteTag', { name: start.name })}
          onPress={() => void run(onDelete)}
          size="sm"
        />
      )}
    </form>
  );
}
