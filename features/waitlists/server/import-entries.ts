import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { csvLines } from '@quaff/platform/server/list/csv'
import { requireColumns } from '@quaff/platform/server/list/read-csv'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { tidyPostalCode } from '../entries/rules'
import { waitlistColumns, type ImportEntriesInput, type WaitlistImportResult } from '../import/contract'
import type { ReadEntry } from '../import/rules'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import type { NewEntry } from './entry-store'
import { findListed, insertImported } from './import-store'
import { newReferralCode } from './new-referral-code'
import { emailsOf, markListed, parseEntries, readLines, type ParsedEntries } from './parse-entries'
import { lockWaitlist } from './waitlist-store'

/** All lines without errors whose address is new; nobody is mailed. Closed lists take imports too. */
export async function importEntries(ctx: Context, input: ImportEntriesInput): Promise<WaitlistImportResult> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.import')
  const { requestKey, ...content } = input
  // Parsing takes a while for a long file: before the transaction.
  const read = parseEntries(readLines(input.csv), input.columns)
  requireColumns(read.columns, waitlistColumns)
  return inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'import_waitlist', key: requestKey, input: content }, async () => {
      const list = await lockWaitlist(tx, input.waitlistId, 'share')
      if (!list) throw refuse(waitlistRefusals, 'WAITLIST')
      const file = markListed(read, await findListed(tx, list.id, emailsOf(read)))
      const valid = file.rows.filter(({ errors }) => errors.length === 0)
      const fresh = valid.filter(({ isDuplicate }) => !isDuplicate)
      const created = await insertImported(tx, fresh.map(newEntryOf(ctx, list.id, fresh.length)))
      if (created > 0)
        await recordAudit(ctx, tx, {
          action: 'import_waitlist',
          targetType: 'waitlist',
          targetId: list.id,
          after: { created },
        })
      const failed = file.rows.filter(({ errors }) => errors.length > 0)
      return {
        created,
        duplicates: valid.length - created,
        failed: failed.length,
        failedCsv: failed.length === 0 ? null : failedLines(file, failed),
      }
    }),
  )
}

/** A millisecond apart, so that the order of the file is the order in which they are invited. */
function newEntryOf(ctx: Context, waitlistId: string, total: number) {
  const now = ctx.clock.now()
  return ({ fields, answers }: ReadEntry, index: number): NewEntry => {
    const at = new Date(now.getTime() - (total - 1 - index))
    return {
      ...fields,
      id: ctx.ids.newId('wle'),
      waitlistId,
      postalCode: tidyPostalCode(fields.postalCode),
      source: fields.source || 'import',
      answers,
      referralCode: newReferralCode(ctx),
      confirmedAt: at,
      createdAt: at,
      updatedAt: now,
    }
  }
}

function failedLines({ header }: ParsedEntries, failed: readonly ReadEntry[]): string {
  const why = ({ errors }: ReadEntry) => errors.map(({ column, message }) => `${column}: ${message}`).join('; ')
  return csvLines([
    [...header, 'errors'],
    ...failed.map((row) => [...header.map((_, index) => row.cells[index] ?? ''), why(row)]),
  ])
}
