-- What a brand's mails say in place of the product's own words (entities 4: mail-template).
create table mail_words (
  brand_id bigint not null references brand on delete cascade,
  template text not null check (template <> ''),
  language text not null check (language <> ''),
  subject text not null check (subject <> ''),
  text text not null check (text <> ''),
  primary key (brand_id, template, language)
);
