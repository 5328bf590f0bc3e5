/** The parts of Recently deleted that other areas use. */
export { countHeldFaxes, lockDeletedFaxes } from './deleted-faxes.store.ts';
