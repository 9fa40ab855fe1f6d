/** Why the rest of a file can't be read. */
export type FileErrorCode = 'cut_off' | 'damaged' | 'out_of_order' | 'too_large' | 'too_deep' | 'unknown_value'

/** Why one document can't be read, while the documents behind it can. */
export type DocumentErrorCode = 'damaged' | 'too_large' | 'too_deep' | 'unknown_value' | 'not_a_document' | 'bad_path'

/** Thrown where the rest of a file can't be read. Documents read before it stay valid. */
export class FormatError extends Error {
  constructor(
    readonly fault: FileErrorCode,
    /** Offset in the file, in bytes; null where only the end is known to be wrong. */
    readonly offset: number | null,
  ) {
    super(`${fault}${offset === null ? '' : ` at byte ${offset}`}`)
  }
}

/** Returns the fault of a document whose file can be read further. */
export const documentErrorOf = ({ fault }: FormatError): DocumentErrorCode =>
  fault === 'cut_off' || fault === 'out_of_order' ? 'damaged' : fault
