import { and, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { typedReference } from '@quaff/features/onboarding/rules'
import type { Queryable, Services, Transaction } from '@quaff/platform/server/context'
import { keyset, toPage, type SortKey } from '@quaff/platform/server/list/keyset'
import { countUpTo, pageTotal } from '@quaff/platform/server/list/page-total'
import { searchCondition } from '@quaff/platform/server/list/search'
import type { ListSignupsInput, SignupStatus } from '../contract'
import { merchantSignups as signups } from './tables'

export type StoredSignup = typeof signups.$inferSelect

export async function findSignupByKey(db: Queryable, keyHash: string): Promise<StoredSignup | undefined> {
  const [row] = await db.select().from(signups).where(eq(signups.keyHash, keyHash))
  return row
}

/** Twelve presses of Send at once go one after the other. */
export async function lockSignupKey(tx: Transaction, keyHash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyHash}, 0))`)
}

export async function insertSignup(tx: Transaction, row: typeof signups.$inferInsert): Promise<StoredSignup> {
  const [inserted] = await tx.insert(signups).values(row).returning()
  if (!inserted) throw new Error('The signup was not inserted.')
  return inserted
}

/**
 * Registrations are answered on the screen of users too: what became of the account counts there, so that both screens
 * say the same. A conversion is answered here only.
 */
const shownStatus = sql<SignupStatus>`case
  when ${signups.status} <> 'submitted' or ${signups.kind} = 'convert' then ${signups.status}
  when ${users.status} = 'pending_approval' then 'submitted'
  when ${users.status} in ('pending', 'active', 'suspended') then 'approved'
  else 'rejected' end`

const shown = {
  id: signups.id,
  kind: signups.kind,
  status: shownStatus.as('shown_status'),
  email: signups.email,
  contactName: signups.contactName,
  businessName: signups.businessName,
  affiliateCode: signups.affiliateCode,
  createdAt: signups.createdAt,
  version: signups.version,
}

const created: SortKey = { kind: 'instant', expression: sql`${signups.createdAt}`, indexed: 'descending' }
const list = { name: 'signups', order: 'desc' } as const

const searched = sql`lower(${signups.businessName} || U&'\\001F' || ${signups.contactName} || U&'\\001F' || ${signups.email})`

/** What looks like a reference is one as well, along its own index. */
function searchOf(q: string | undefined): SQL | undefined {
  const reference = typedReference(q ?? '')
  const byText = searchCondition(searched, q)
  return reference === null ? byText : or(byText, sql`right(${signups.applicationId}, 8) = ${reference}`)
}

const { status: stored, kind } = signups
const isOfAccount = and(eq(stored, 'submitted'), ne(kind, 'convert'))
/** What `shownStatus` says, apart for what the row says and for what became of the account: each has an index. */
const storedAs: Record<SignupStatus, SQL | undefined> = {
  submitted: and(eq(stored, 'submitted'), eq(kind, 'convert')),
  approved: eq(stored, 'approved'),
  rejected: eq(stored, 'rejected'),
}

type Asked = Pick<ListSignupsInput, 'status' | 'q'>

/** Ids of the filter, in one or two selects that exclude each other; `more` is asked of each. */
export function matchingSignups(db: Queryable, { status, q }: Asked, more?: SQL) {
  const searching = and(searchOf(q), more)
  const id = { id: signups.id }
  if (status === undefined) return [db.select(id).from(signups).where(searching)]
  const isShown = sql`${shownStatus} = ${status}`
  return [
    db.select(id).from(signups).where(and(storedAs[status], searching)),
    db
      .select(id)
      .from(signups)
      .leftJoin(users, eq(users.id, signups.userId))
      .where(and(isOfAccount, isShown, searching)),
  ]
}

export async function listSignupPage(
  ctx: Pick<Services, 'db' | 'clock'>,
  { status, q, limit, cursor }: ListSignupsInput,
) {
  const { db } = ctx
  const asked = { status, q }
  const page = keyset({ ...list, key: created, id: sql`${signups.id}`, cursor })
  const newest = matchingSignups(db, asked, page.after).map(
    (rows) => sql`(${rows.orderBy(...page.orderBy).limit(limit)})`,
  )
  const rows = await db
    .select({ ...shown, sortValue: page.sortValue })
    .from(signups)
    .leftJoin(users, eq(users.id, signups.userId))
    .where(sql`${signups.id} in (${sql.join(newest, sql` union all `)})`)
    .orderBy(...page.orderBy)
    .limit(limit)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['signups', status, q] }, () =>
    countUpTo(
      db,
      sql.join(
        matchingSignups(db, asked).map((each) => each.getSQL()),
        sql` union all `,
      ),
    ),
  )
  return toPage(rows, { ...list, limit, total }, (row) => row)
}

const reviewers = alias(users, 'reviewers')

export async function findSignup(db: Queryable, signupId: string) {
  const [row] = await db
    .select({
      ...shown,
      userId: signups.userId,
      applicationId: signups.applicationId,
      firstPass: signups.firstPass,
      termsVersion: signups.termsVersion,
      rejectionReason: sql<string | null>`coalesce(${signups.rejectionReason}, ${users.rejectionReason})`,
      reviewedAt: signups.reviewedAt,
      reviewedBy: sql<string | null>`coalesce(${reviewers.displayName}, ${reviewers.email})`,
      business: merchantApplications.business,
    })
    .from(signups)
    .leftJoin(users, eq(users.id, signups.userId))
    .leftJoin(reviewers, eq(reviewers.id, signups.reviewedBy))
    .leftJoin(merchantApplications, eq(merchantApplications.id, signups.applicationId))
    .where(eq(signups.id, signupId))
  return row
}

/** Along the index of accounts: an application has one. */
export async function findVenueSignup(db: Queryable, merchantId: string) {
  const [row] = await db
    .select({ id: signups.id, termsVersion: signups.termsVersion, createdAt: signups.createdAt })
    .from(merchantApplications)
    .innerJoin(
      signups,
      and(eq(signups.userId, merchantApplications.userId), eq(signups.applicationId, merchantApplications.id)),
    )
    .where(eq(merchantApplications.merchantId, merchantId))
    .orderBy(desc(signups.createdAt), desc(signups.id))
    .limit(1)
  return row
}

export async function lockSignup(tx: Transaction, signupId: string): Promise<StoredSignup | undefined> {
  const [row] = await tx.select().from(signups).where(eq(signups.id, signupId)).for('update')
  return row
}

export type SignupDecision = Pick<StoredSignup, 'status' | 'reviewedAt' | 'reviewedBy'> & { rejectionReason?: string }

export async function decideSignup(tx: Transaction, signupId: string, decision: SignupDecision): Promise<void> {
  await tx
    .update(signups)
    .set({ ...decision, version: sql`${signups.version} + 1` })
    .where(eq(signups.id, signupId))
}
