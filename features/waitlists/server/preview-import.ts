import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { PreviewWaitlistImportInput, WaitlistImportPreview } from '../import/contract'
import { waitlistPermissions } from '../permissions'
import { findListed } from './import-store'
import { viewWaitlist } from './list-entries'
import { emailsOf, markListed, parseEntries, readLines } from './parse-entries'

/** What an import of this file would do; nothing is written. */
export async function previewImport(
  ctx: Context,
  { waitlistId, csv, columns: byHand }: PreviewWaitlistImportInput,
): Promise<WaitlistImportPreview> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.import')
  const { id } = await viewWaitlist(ctx, waitlistId)
  const file = parseEntries(readLines(csv), byHand)
  const { rows, answerColumns, columns } = markListed(file, await findListed(ctx.db, id, emailsOf(file)))
  return {
    ...columns,
    answerColumns,
    rows: rows.map(({ line, email, name, area, isDuplicate, errors }) => ({
      line,
      email,
      name,
      area,
      isDuplicate,
      errors,
    })),
  }
}
