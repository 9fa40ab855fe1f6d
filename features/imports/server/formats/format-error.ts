import type { FormatFault } from '../../contract'

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
