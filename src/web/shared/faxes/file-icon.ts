import {
  File,
  FileArchive,
  FileCode,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileType,
  Images,
  Layers,
  Presentation,
  Sheet,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { fileKind } from './file-kind.ts';
import type { FileKind } from './file-kind.ts';

const ICONS: Readonly<Record<FileKind, LucideIcon>> = {
  image: FileImage,
  pdf: FileText,
  doc: FileType,
  ppt: Presentation,
  xls: FileSpreadsheet,
  csv: Sheet,
  gif: Images,
  psd: Layers,
  txt: FileText,
  zip: FileArchive,
  html: FileCode,
  video: FilePlay,
  audio: FileHeadphone,
  other: File,
};

/** Returns the icon beside the name of a file (SHELL-17). */
export function fileIcon(name: string): LucideIcon {
  return ICONS[fileKind(name)];
}
