import type { DocumentFault, FormatFault } from '../../contract'

/** A file that can't be read on from this place. What was read before it stands. */
export class FormatError extends Error {
  constructor(
    readonly fault: FormatFault,
    /** Byte of the file, counted from 0; null where only its end is known to be wrong. */
    readonly offset: number | null,
  ) {
    super(`${fault}${offset === null ? '' : ` at byte ${offset}`}`)
  }
}

/** The same, where the file goes on behind it and only one document is lost. */
export const documentFaultOf = ({ fault }: FormatError): DocumentFault =>
  fault === 'cut_off' || fault === 'out_of_order' ? 'damaged' : fault
