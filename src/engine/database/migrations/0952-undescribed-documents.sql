-- Documents without a final description are found without reading all others.
create index document_undescribed on document (id) where described_at is null and state <> 'new';
