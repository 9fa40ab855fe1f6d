import {
  authorize,
  type Context,
  type ExportColumn,
  type ExportedFile,
  exportList,
  instantColumn,
} from '@quaff/platform/server'
import type { ExportEntriesInput } from '../entries-contract'
import { waitlistPermissions } from '../permissions'
import { shownStatus } from '../rules'
import { listQuestions, listWholeEntries, listWholeEntriesById, type WholeEntry } from './entry-store'
import { viewWaitlist } from './read-entries'

/** Selected people or all that match, newest first. CSV has a column for each question that was answered. */
export async function exportEntries(ctx: Context, input: ExportEntriesInput): Promise<ExportedFile> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.export')
  const { filter, ids, format } = input
  const list = await viewWaitlist(ctx, filter.waitlistId)
  const now = ctx.clock.now()
  return exportList(ctx, {
    name: `waitlist-${list.slug}`,
    format,
    filter,
    audit: { action: 'export_waitlist', targetType: 'waitlist', targetId: list.id },
    order: { name: page.sort, order: page.order },
    rows: (db, at) => listWholeEntries(db, filter, now, { ...page, ...at }),
    ids,
    byIds: (db, chosen) => listWholeEntriesById(db, list.id, chosen),
    present: (rows) => rows,
    columns: async (db) => [
      ...entryColumns(now),
      { key: 'answers', value: ({ answers }) => answers },
      ...(format === 'json' ? [] : await listQuestions(db, list.id)).map(questionColumn),
    ],
  })
}

const page = { sort: 'joined', order: 'desc' } as const

export const entryColumns = (now: Date): readonly ExportColumn<WholeEntry>[] => [
  { key: 'name', header: 'Name', value: ({ name }) => name },
  { key: 'email', header: 'Email', value: ({ email }) => email },
  instantColumn('createdAt', 'Joined the list', ({ createdAt }) => createdAt),
  { key: 'city', header: 'City', value: ({ city }) => city },
  { key: 'postalCode', header: 'Postal code', value: ({ postalCode }) => postalCode },
  { key: 'wantedVenue', header: 'Wanted venue', value: ({ wantedVenue }) => wantedVenue },
  { key: 'source', header: 'Source', value: ({ source }) => source },
  { key: 'affiliateCode', header: 'Affiliate code', value: ({ affiliateCode }) => affiliateCode },
  { key: 'referralCount', header: 'Referrals', value: ({ referralCount }) => referralCount },
  { key: 'status', header: 'Status', value: (row) => shownStatus(row, now) },
  instantColumn('invitedAt', 'Invited', ({ invitedAt }) => invitedAt),
  instantColumn('invitationExpiresAt', 'Invitation expires', ({ invitationExpiresAt }) => invitationExpiresAt),
  instantColumn('joinedAt', 'Accepted', ({ joinedAt }) => joinedAt),
  { key: 'notes', header: 'Notes', value: ({ notes }) => notes },
]

const questionColumn = (question: string): ExportColumn<WholeEntry> => ({
  header: question,
  cell: ({ answers }) => answers[question] ?? '',
})
