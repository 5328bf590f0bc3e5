/** Names and signs that every language writes as English does. */
export const SAME_EVERYWHERE: readonly string[] = [
  'Egnyte',
  '.egnyte.com',
  'PDF',
  'TIFF',
  'sFTP',
  'Port',
  'OK',
  'FAX',
  'Fax',
  'E-mail',
  '{{rate}} bit/s',
  'Harbor Point Supply',
  'Dana Whitfield',
  'Brightside Signs & Print',
];

/** Words that a language happens to share with English. */
export const SAME_IN: Readonly<Record<string, readonly string[]>> = {
  de: ['Status', 'Person', 'Name', 'Text', 'Administrator {{name}}', 'Domain', 'Server'],
  es: ['Faxes', '{{count}} fax', '{{count}} faxes', 'General', 'Local', 'Total', 'No'],
  fr: [
    'Pages',
    'Page {{number}}',
    '{{count}} page',
    '{{count}} pages',
    '{{count}} fax',
    'Menu',
    'Date',
    'Contact',
    'Contacts',
    '{{count}} contact',
    '{{count}} contacts',
    'Actions',
    'Notes',
    'Type',
    'Service',
    'Local',
    'Total',
    'Message',
  ],
  pt: ['Menu', 'Status', 'Faxes', '{{count}} fax', '{{count}} faxes', 'Local', 'Total'],
};
