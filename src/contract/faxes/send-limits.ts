/** Limits of an upload: bytes per file, number of files, bytes in total. */
export interface UploadLimits {
  fileBytes: number;
  files: number;
  bytes: number;
}

/**
 * Limits of an upload unless the installation sets its own (COMP-33, spec http-api 4.9; F2E_UPLOAD_FILE_MIB and
 * similar).
 */
export const UPLOAD_LIMITS: UploadLimits = {
  fileBytes: 10 * 1024 * 1024,
  files: 20,
  bytes: 50 * 1024 * 1024,
};

/**
 * Limits of the cover page's fields, in characters (COMP-18 to COMP-24). The last four are the sender's details for
 * this fax only; the preferences supply omitted ones.
 */
export const COVER_LIMITS = {
  to_person: 40,
  to_company: 40,
  to_location: 50,
  to_phone: 15,
  regarding: 60,
  comments: 1132,
  footer: 60,
  from_person: 40,
  from_company: 40,
  from_location: 50,
  from_phone: 16,
} as const;
