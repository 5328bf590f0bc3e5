import type { ContactField } from '#contract/mailbox/contact-rules.ts';

/** Longer than every known heading. A cell of a megabyte is a value, and no pattern is tested on it (A-DOS-01). */
const LONGEST_HEADING = 100;

/** Normalizes a heading for comparison: no case, accents, spaces or punctuation. */
export function foldHeading(cell: string): string {
  if (cell.length > 2 * LONGEST_HEADING) return '';
  const name = cell
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return name.length > LONGEST_HEADING ? '' : name;
}

const words = (list: string) => list.split(',').map(foldHeading);

/**
 * Headings by field, best first: our own, field names, those of Outlook, Google and Apple, and common ones in the
 * product's languages.
 */
export const HEADINGS: Readonly<Record<ContactField, readonly string[]>> = {
  to_person: words(
    'name,person,to_person,full name,display name,contact name,contact,file as,' +
      'Ansprechpartner,Ansprechpartnerin,Kontakt,Kontaktperson,Vollständiger Name,Anzeigename,' +
      'nombre,nombre completo,contacto,persona,nom,nom complet,nom affiché,personne,' +
      'nome,nome completo,contato,pessoa,الاسم,اسم,الاسم الكامل,جهة الاتصال,اسم جهة الاتصال',
  ),
  company: words(
    'company,company name,organization,organisation,organization name,organization 1 name,' +
      'Firma,Firmenname,Unternehmen,Gesellschaft,Organisation,empresa,compañía,organización,sociedad,' +
      'société,entreprise,compagnie,raison sociale,companhia,organização,razão social,' +
      'الشركة,شركة,اسم الشركة,المؤسسة,المنظمة',
  ),
  faxnum: words(
    'fax number,faxnum,fax,business fax,work fax,home fax,other fax,fax 1 value,fax no,fax #,facsimile,' +
      'Faxnummer,Telefax,Telefaxnummer,Fax geschäftlich,Fax privat,' +
      'número de fax,núm. de fax,nº de fax,fax del trabajo,fax particular,' +
      'numéro de fax,n° de fax,télécopie,télécopieur,numéro de télécopie,télécopie bureau,télécopie domicile,fax pro,' +
      'número do fax,fax comercial,fax residencial,رقم الفاكس,الفاكس,فاكس',
  ),
  to_voicenumber: words(
    'home phone,to_voicenumber,phone,phone number,telephone,business phone,work phone,mobile phone,mobile,' +
      'primary phone,telephone number,tel,cell,cell phone,' +
      'Telefon,Telefonnummer,Telefon privat,Telefon geschäftlich,Mobiltelefon,Mobil,Handy,Rufnummer,' +
      'teléfono,número de teléfono,teléfono de casa,teléfono del trabajo,teléfono móvil,móvil,celular,' +
      'téléphone,numéro de téléphone,téléphone domicile,téléphone bureau,téléphone pro,téléphone mobile,portable,' +
      'telefone,número de telefone,telefone pessoal,telefone comercial,telemóvel,' +
      'الهاتف,هاتف,رقم الهاتف,هاتف المنزل,هاتف العمل,الجوال,المحمول',
  ),
  email: words(
    'email,email address,work email,email 1 value,email 1 address,email 2 address,email 2 value,' +
      'E-Mail-Adresse,Mail,Mailadresse,E-Mail geschäftlich,' +
      'correo,correo electrónico,correo del trabajo,dirección de correo electrónico,' +
      'courriel,e-mail pro,adresse e-mail,adresse de messagerie,adresse courriel,' +
      'e-mail de trabalho,correio eletrônico,correio electrónico,endereço de e-mail,' +
      'البريد الإلكتروني,بريد إلكتروني,البريد,بريد العمل,إيميل,الإيميل',
  ),
  to_location: words(
    'address,location,to_location,business address,address 1 formatted,home address,' +
      'Adresse,Anschrift,dirección,domicilio,endereço,morada,العنوان,عنوان',
  ),
  description: words(
    'notes,note,description,comments,comment,Notiz,Notizen,Bemerkung,Bemerkungen,Anmerkung,Anmerkungen,Beschreibung,' +
      'Kommentar,notas,nota,observaciones,comentarios,descripción,remarque,remarques,commentaire,commentaires,' +
      'observações,observação,comentários,descrição,ملاحظات,الملاحظات',
  ),
};
export const FIRST_NAMES = words(
  'first name,given name,Vorname,nombre de pila,prénom,primeiro nome,الاسم الأول',
);
export const MIDDLE_NAMES = words('middle name,additional name,segundo nombre,deuxième prénom,nome do meio');
export const LAST_NAMES = words(
  'last name,family name,surname,Nachname,Familienname,apellido,apellidos,nom de famille,sobrenome,apelido,' +
    'اسم العائلة,الاسم الأخير,الكنية',
);
/** Address columns of other programs, best first. */
export const ADDRESS_PARTS = ['business', 'work', 'home', 'address1', 'other'].map((where) =>
  ['street', 'city', 'state', 'region', 'postalcode', 'zip', 'country', 'countryregion'].map(
    (part) => where + part,
  ),
);

/** Headings of other programs' exports that hold nothing we store. */
const IGNORED = [
  /^(?:business|home|other|work|mobile|car|company|assistants?|primary|radio|ttytdd)(?:main)?(?:phone|fax|address|street|city|state|postalcode|zip|country|countryregion|addresspobox|pobox|email)\d?$/,
  /^(?:phone|email|address|organization|website|relation|event|im|customfield|externalid|jot|fax|user)\d+(?:type|label|value|formatted|street|city|pobox|region|postalcode|country|extendedaddress|name|yominame|title|department|symbol|location|jobdescription|address|displayname|service)?$/,
  /yomi|phonetic/,
  /^(?:title|suffix|prefix|nameprefix|namesuffix|nickname|shortname|maidenname|department|jobtitle|organizationtitle|organizationdepartment|birthday|anniversary|gender|categories|labels|groupmembership|photo|webpage|website|url|language|initials|keywords|hobby|profession|occupation|subject|priority|private|sensitivity|account|billinginformation|children|directoryserver|governmentidnumber|internetfreebusy|managersname|assistantsname|mileage|officelocation|organizationalidnumber|referredby|spouse|emailtype|emaildisplayname|callback|isdn|pager|telex|cid|faxnumid|id|checked)$/,
];

const MAPPED = new Set([
  ...Object.values(HEADINGS).flat(),
  ...FIRST_NAMES,
  ...MIDDLE_NAMES,
  ...LAST_NAMES,
  ...ADDRESS_PARTS.flat(),
]);
/** Google numbers its phone columns and names the kind in another column next to each. */
export const NUMBERED_PHONE = /^phone(\d+)value$/;

/** Whether a folded heading names something that we store. */
export function isMapped(name: string): boolean {
  return MAPPED.has(name) || NUMBERED_PHONE.test(name);
}

/** Whether a folded heading is known, stored or not. */
export function isHeading(name: string): boolean {
  return name !== '' && (isMapped(name) || IGNORED.some((pattern) => pattern.test(name)));
}
