import {
  authorize,
  type Context,
  type CsvLine,
  csvLines,
  csvRefusal,
  inTransaction,
  once,
  readCsvLines,
  recordAudit,
  refuse,
  requireColumns,
  withoutControls,
} from '@quaff/platform/server'
import { tidyPostalCode } from '@quaff/platform/shared/fields/address'
import { type ByHand, describeColumns, type FileColumns, namedHeadings } from '@quaff/platform/shared/file-columns'
import {
  type ImportEntriesInput,
  type PreviewWaitlistImportInput,
  type WaitlistColumn,
  waitlistColumns,
  waitlistImportLimits,
  type WaitlistImportPreview,
  type WaitlistImportResult,
} from '../contract'
import { readColumns, type ReadEntry, readEntry, requiredColumns } from '../import-rules'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { type NewEntry, findListed, insertImported } from './entry-store'
import { newReferralCode } from './join-waitlist'
import { viewWaitlist } from './read-entries'
import { lockWaitlist } from './waitlist-store'

/** Imports valid lines with new addresses and sends no email. Closed lists accept imports too. */
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

function failedLines({ header }: ParsedEntries, failed: readonly ReadEntry[]) {
  const why = ({ errors }: ReadEntry) => errors.map(({ column, message }) => `${column}: ${message}`).join('; ')
  return csvLines([
    [...header, 'errors'],
    ...failed.map((row) => [...header.map((_, index) => row.cells[index] ?? ''), why(row)]),
  ])
}

/** Returns the result that an import would have, without writing. */
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

type ParsedEntries = {
  header: string[]
  columns: FileColumns<WaitlistColumn>
  rows: ReadEntry[]
  answerColumns: string[]
}

/** The lines of a file; one that cannot be read at all is refused with a sentence. */
const readLines = (csv: string) => readCsvLines(csv, withoutControls)

/**
 * No rows before the required columns are known. The first line with an address is no duplicate here: what is on the
 * list already knows `markListed`.
 */
function parseEntries(lines: readonly CsvLine[], byHand?: ByHand<WaitlistColumn>): ParsedEntries {
  const [first, ...rest] = lines
  if (!first) throw csvRefusal('The file is empty. Put the column names in the first line.')
  const placed = readColumns(first.record, byHand)
  if (rest.length > waitlistImportLimits.rows)
    throw csvRefusal(
      `The file has ${count(rest.length)} rows. You can import up to ${count(waitlistImportLimits.rows)}. Split the file.`,
    )
  const taken = new Set<string>()
  const records = lines.map(({ record }) => record)
  const columns = describeColumns(records, placed, requiredColumns)
  const isReadable = columns.missingColumns.length === 0
  return {
    header: namedHeadings(first.record, columns),
    columns,
    rows: isReadable ? rest.map(({ line, record }) => readEntry(line, record, placed, taken)) : [],
    answerColumns: [...placed.answers.keys()],
  }
}

/** Addresses that may become people. */
const emailsOf = ({ rows }: ParsedEntries) =>
  rows.filter(({ errors, isDuplicate }) => errors.length === 0 && !isDuplicate).map(({ email }) => email)

/** Addresses that are already on the list count as duplicates. */
function markListed(file: ParsedEntries, listed: ReadonlySet<string>): ParsedEntries {
  const isListed = ({ email, errors }: ReadEntry) => errors.length === 0 && listed.has(email)
  return { ...file, rows: file.rows.map((row) => (isListed(row) ? { ...row, isDuplicate: true } : row)) }
}

const count = (value: number) => value.toLocaleString('en-US')
