/** What other areas need of Recently deleted. */
export { countHeldFaxes, lockDeletedFaxes } from './deleted-faxes.store.ts';
