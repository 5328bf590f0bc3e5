-- Recipients are suggested while they are typed: contacts are found by the beginnings of their words.

-- The words of a text, folded, each behind the id of its owner: a search reads the words of one account only.
-- Separators are spaces, ASCII punctuation, and dashes and quotation marks beyond ASCII.
create function contact_words(owner bigint, written text) returns tsvector
  -- Its cost keeps the planner from computing it for every contact when it knows little of the table.
  language sql immutable strict parallel safe cost 1000
  return array_to_tsvector(array_remove(string_to_array(
    regexp_replace(
      ' ' || replace(contact_fold(written), 'ς', 'σ'),
      E'[\\s!-/:-@\\[-`{-~\u2010-\u201F\u00AB\u00BB\u00B7]+', E'\n' || owner || ' ', 'g'
    ), E'\n'), ''));

-- Finds what has, for every word of the text, a word that begins with it. Null for a text without words.
create function contact_words_query(owner bigint, written text) returns tsquery
  language sql immutable strict parallel safe
  return (
    select string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery
    from unnest(contact_words(owner, written)) where lexeme <> owner || ' '
  );

create index contact_by_words on contact
  using gin (contact_words(account_id, to_person || ' ' || company || ' ' || fax_number))
  where fax_number <> '';
