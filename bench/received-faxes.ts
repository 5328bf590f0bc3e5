import type { Engines } from '#server/composition/engines.ts';

/** Creates one account with `faxes` received faxes of the same document, and returns its pages. */
export async function receiveFaxes(
  { database, files, documents }: Pick<Engines, 'database' | 'files' | 'documents'>,
  faxes: number,
): Promise<Uint8Array> {
  const letter = 'Dear Sir or Madam, please find our offer below.\n'.repeat(40);
  const page = await documents.toFaxPages([{ name: 'a.txt', bytes: Buffer.from(letter) }]);
  if (page.kind !== 'ok') throw new Error('the letter could not be converted');
  await files.put('documents/bench/fax.tiff', page.tiff);
  await database.pool.query(`
    insert into brand (name, is_default) values ('Bench', true);
    insert into account (brand_id, fax_number, admin_email, state) values (1, '2125550100', 'owner@example.com', 'active');
    insert into account_settings (account_id, timezone_id) values (1, 5);
    insert into document (account_id, storage_key, source, tiff_key, pages, state)
      values (1, 'documents/bench', 'line', 'documents/bench/fax.tiff', ${page.pages}, 'ready');
    insert into fax_party (account_id, number, company, sender, to_person) values (1, '3105550111', '', '', '');
    insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages)
      select 1, d.id, 'key-of-a-bench-' || g, 'R', p.id, '3105550111', '', d.pages
      from document d, fax_party p, generate_series(1, ${faxes}) g`);
  return page.tiff;
}
