-- Mails about received faxes may bring PDFs with the words of their pages in them, and wait for these words.

-- Beside fax_copy = 'pdf': the release before goes on with plain PDFs.
alter table account_settings add fax_copy_words boolean not null default false;

-- Until then the mail waits for the words of its fax. Null: it waits for nothing, or the words are known.
alter table mail_out add words_until timestamptz;
create index mail_out_words on mail_out (account_id, fax_id) where words_until is not null and state = 'queued';
