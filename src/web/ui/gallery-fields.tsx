import { useState } from 'react';
import { Card } from './card.tsx';
import { Checkbox } from './checkbox.tsx';
import { Checklist } from './checklist.tsx';
import { DropZone } from './drop-zone.tsx';
import { PasswordField } from './password-field.tsx';
import { Progress } from './progress.tsx';
import { RadioList } from './radio-list.tsx';
import { SearchField } from './search-field.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TagInput } from './tag-input.tsx';
import type { Tag } from './tag-rules.ts';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

const SIZES = [
  { value: '5', label: 'Show 5' },
  { value: '10', label: 'Show 10' },
];

/** Everything that takes input. */
export function GalleryFields() {
  const [subject, setSubject] = useState('Confirmation of order');
  return (
    <>
      <Card title="Fields">
        <div className="gallery-body">
          <TextField label="Company" note="(optional)" placeholder="Harbor Point Supply" />
          <TextField error="Use digits only." label="Fax number" numeric readOnly value="212-555-014x" />
          <TextField
            label="Subject"
            maxLength={60}
            onChange={(event) => setSubject(event.target.value)}
            value={subject}
          />
          <PasswordField hideLabel="Hide password" label="Password" showLabel="Show password" />
          <TextArea hint="Shown on the cover page." label="Comments" maxLength={1132} />
          <TextField disabled label="Disabled" value="n/a" />
          <Select label="Language" options={[{ value: 'en', label: 'English' }]} />
        </div>
      </Card>
      <Choices />
      <Tags />
    </>
  );
}

function Choices() {
  const [template, setTemplate] = useState('classic');
  const [search, setSearch] = useState('');
  return (
    <Card action={<Select label="Rows" look="quiet" options={SIZES} />} title="Choices">
      <div className="gallery-body">
        <div className="gallery-row">
          <Checkbox>Off</Checkbox>
          <Checkbox defaultChecked>On</Checkbox>
          <Checkbox mixed>Some</Checkbox>
          <Checkbox disabled>Disabled</Checkbox>
        </div>
        <div className="gallery-row">
          <Switch aria-label="Off" />
          <Switch aria-label="On" defaultChecked />
          <Switch aria-label="Disabled" disabled />
        </div>
        <RadioList
          label="Template"
          layout="row"
          onChange={setTemplate}
          options={[
            { value: 'classic', label: 'Classic' },
            { value: 'letter', label: 'Letter' },
          ]}
          value={template}
        />
        <SearchField
          clearLabel="Clear"
          label="Search sender, company or date"
          maxLength={32}
          onSearch={setSearch}
          value={search}
        />
        <Progress label="Converting" value={64} />
        <Checklist
          items={[
            { key: 'length', text: '8 to 32 characters', met: true },
            { key: 'symbol', text: 'A symbol', met: false },
          ]}
          label="Your password needs"
          metLabel="done"
          openLabel="still missing"
        />
      </div>
    </Card>
  );
}

function Tags() {
  const [tags, setTags] = useState<readonly Tag[]>([
    { key: '2125550147', label: '212-555-0147', name: 'Harbor Point Supply' },
  ]);
  const [files, setFiles] = useState('');
  return (
    <Card title="Tags and files">
      <div className="gallery-body">
        <TagInput
          counter={(count) => `${count} of 10`}
          inputMode="tel"
          editLabel={(tag) => `Edit ${tag.label}`}
          label="To"
          max={10}
          noRoom={(entry) => `A fax can go to up to 10 numbers. ${entry} wasn’t added.`}
          onChange={setTags}
          parse={(entry) => {
            const key = entry.replaceAll(/\D/g, '');
            return key.length === 10
              ? { kind: 'tag', tag: { key, label: entry } }
              : { kind: 'invalid', entry, message: `${entry} isn’t a complete fax number.` };
          }}
          placeholder="Add number"
          removeLabel={(tag) => `Remove ${tag.label}`}
          tags={tags}
          unfinished="Not a fax number yet. Type the whole number."
        />
        <DropZone
          chooseText="choose files"
          dropText="Drop files here or"
          hint="up to 10 MB each"
          label="Attachments"
          onFiles={(added) => setFiles(added.map((file) => file.name).join(', '))}
        >
          {files === '' ? null : <p className="gallery-body">{files}</p>}
        </DropZone>
      </div>
    </Card>
  );
}
