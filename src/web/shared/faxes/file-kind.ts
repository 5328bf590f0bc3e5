/** The kind of a file, as its icon shows it (SHELL-17). */
export type FileKind =
  | 'image'
  | 'pdf'
  | 'doc'
  | 'ppt'
  | 'xls'
  | 'csv'
  | 'gif'
  | 'psd'
  | 'txt'
  | 'zip'
  | 'html'
  | 'video'
  | 'audio'
  | 'other';

/** The extensions of each kind; everything else, programs included, is «other». */
const EXTENSIONS: Readonly<Record<Exclude<FileKind, 'other'>, readonly string[]>> = {
  image: ['bmp', 'emf', 'heic', 'jp2', 'jpeg', 'jpg', 'png', 'svg', 'tif', 'tiff', 'webp', 'wmf'],
  pdf: ['pdf'],
  doc: ['doc', 'docx', 'odt', 'ps', 'rtf'],
  ppt: ['odp', 'pps', 'ppt', 'pptx'],
  xls: ['ods', 'xls', 'xlsx'],
  csv: ['csv'],
  gif: ['gif'],
  psd: ['psd'],
  txt: ['log', 'txt'],
  zip: ['7z', 'gz', 'rar', 'tar', 'tgz', 'zip'],
  html: ['htm', 'html', 'xhtml'],
  video: ['avi', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv'],
  audio: ['aac', 'flac', 'm4a', 'mp3', 'ogg', 'wav', 'wma'],
};

const KINDS: ReadonlyMap<string, FileKind> = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, extensions]) =>
    extensions.map((extension): [string, FileKind] => [extension, kind as FileKind]),
  ),
);

/** Returns the kind of a file by the extension of its name. */
export function fileKind(name: string): FileKind {
  return KINDS.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'other';
}
