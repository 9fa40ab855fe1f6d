import type { SavedFile } from '@quaff/platform/console/rpc'
import { controlTotalHeader, type ControlTotal } from '../contract'

export type SavedBankFile = ControlTotal & { fileName: string; currency: string }

/** What the server says about the file it sent. */
export function savedBankFile(file: SavedFile | undefined, currency: string): SavedBankFile {
  const total: Partial<ControlTotal> = JSON.parse(file?.headers.get(controlTotalHeader) ?? '{}')
  const { count = 0, sumMinor = 0, checksum = '' } = total
  return { count, sumMinor, checksum, currency, fileName: file?.fileName ?? '' }
}
