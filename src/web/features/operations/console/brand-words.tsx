import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorBrandWord, operatorBrandWords } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand, ConsoleWord } from '#contract/brands/brands.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { ConsoleFailed } from './console-parts.tsx';
import { useConsole, useAction } from './console-query.ts';
import { DialogButton, FormModal } from './form-modal.tsx';
import { useLanguages } from './use-languages.ts';

/** The longest text that pages have room for. */
const LONGEST = 1_000;

/** The texts that the brand overrides: found by a search, changed one at a time. */
export function BrandWords({ brand }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState(brand.lang);
  const [search, setSearch] = useState('');
  const words = useConsole(operatorBrandWords, { hid: brand.hid, language, search });
  const { languages = [language], rows, more } = words.data ?? {};
  const options = useLanguages(languages);
  return (
    <Card title={t('operator.brand.words')}>
      <div className="oc-body">
        <div className="oc-tools">
          <SearchField
            clearLabel={t('operator.clearSearch')}
            label={t('operator.brand.word.search')}
            maxLength={64}
            onSearch={setSearch}
            value={search}
          />
          <Select
            label={t('operator.brand.lang')}
            labelHidden
            onChange={(event) => setLanguage(event.target.value)}
            options={options}
            value={language}
          />
        </div>
        {words.isError && rows === undefined && <ConsoleFailed retry={words.refetch} />}
        {words.isPending && <Skeleton height="80px" width="100%" />}
        {rows?.length === 0 && (
          <p className="meta">
            {t(search === '' ? 'operator.brand.word.none' : 'operator.brand.word.noMatch')}
          </p>
        )}
        <div className="oc-rows">
          {rows?.map((word) => (
            <Word hid={brand.hid} key={word.key} language={language} word={word} />
          ))}
        </div>
        {more === true && <p className="meta">{t('operator.brand.word.more')}</p>}
      </div>
    </Card>
  );
}

function Word({ hid, language, word }: { hid: string; language: string; word: ConsoleWord }) {
  const { t } = useTranslation();
  const act = useAction();
  const { key, text, own } = word;
  const reset = () =>
    act(operatorBrandWord, { hid, language, key, text: null }, { done: t('operator.saved') });
  return (
    <div>
      <span className="oc-long">
        <span dir="auto">{own ?? text}</span>
        <span className="oc-code">{key}</span>
      </span>
      <span className="oc-actions">
        <DialogButton call={operatorBrandWord} label={t('operator.brand.word.change')}>
          {(close) => <WordForm hid={hid} language={language} onClose={close} word={word} />}
        </DialogButton>
        {own !== null && (
          <Button onClick={() => void reset()} size="sm" variant="danger-quiet">
            {t('operator.brand.word.reset')}
          </Button>
        )}
      </span>
    </div>
  );
}

function WordForm(props: { hid: string; language: string; word: ConsoleWord; onClose: () => void }) {
  const { hid, language, word, onClose } = props;
  const { t } = useTranslation();
  const act = useAction();
  const [text, setText] = useState(word.own ?? word.text);
  const save = async () =>
    (await act(operatorBrandWord, { hid, language, key: word.key, text }, { done: t('operator.saved') })) !==
    null;
  return (
    <FormModal
      complete={text.trim() !== '' && text !== (word.own ?? word.text)}
      onClose={onClose}
      onSubmit={save}
      submit={t('operator.save')}
      title={t('operator.brand.word.title')}
    >
      <p className="meta" dir="auto">
        {t('operator.brand.word.product', { text: word.text })}
      </p>
      <TextArea
        dir="auto"
        hint={t('operator.brand.word.hint')}
        label={t('operator.brand.word.own')}
        maxLength={LONGEST}
        onChange={(event) => setText(event.target.value)}
        required
        rows={4}
        value={text}
      />
    </FormModal>
  );
}
