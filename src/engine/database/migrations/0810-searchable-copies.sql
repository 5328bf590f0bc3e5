-- Copies of received faxes may be PDFs with the words of their pages in them.

alter table storage_link
  drop constraint storage_link_file_type_check,
  add constraint storage_link_file_type_check check (file_type in ('pdf', 'searchable-pdf', 'tiff'));
