import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { typedReference } from '@quaff/features/onboarding/rules'
import {
  countFound,
  indexedSearch,
  inText,
  keyset,
  nameOrEmail,
  one,
  pageTotal,
  pick,
  type Queryable,
  type Services,
  type SortKey,
  toPage,
  type Transaction,
} from '@quaff/platform/server'
import type { ListSignupsInput } from '../contract'
import { merchantSignups, merchantSignups as signups, merchantSignupStates as states, signupSearchText } from './tables'

export type StoredSignup = typeof signups.$inferSelect

export async function findSignupByKey(db: Queryable, keyHash: string) {
  const [row] = await db.select().from(signups).where(eq(signups.keyHash, keyHash))
  return row
}

export async function insertSignup(tx: Transaction, row: typeof signups.$inferInsert) {
  const [inserted] = await tx.insert(signups).values(row).returning()
  if (!inserted) throw new Error('Signup not inserted.')
  return inserted
}

const shown = {
  id: signups.id,
  kind: signups.kind,
  /** Registrations are answered on the screen of people too: what became of the account counts, and both screens say the same. */
  status: states.status,
  ...pick(signups, 'email', 'contactName', 'businessName', 'affiliateCode', 'createdAt', 'version'),
}

const list = { name: 'signups', order: 'desc' } as const

/** Text in the form of a reference also searches references, by its own index. */
function searchOf(q: string | undefined) {
  const reference = typedReference(q ?? '')
  const byText = indexedSearch(signupSearchText(signups), q, signups.id)?.byIndex
  return reference === null ? byText : or(byText, sql`right(${signups.applicationId}, 8) = ${reference}`)
}

type Requested = Pick<ListSignupsInput, 'status' | 'q'>

/** Newest first: of one state along the index of states, of all along that of applications. */
function orderOf({ status }: Requested, cursor: string | null | undefined) {
  const [created, id] = status === undefined ? [signups.createdAt, signups.id] : [states.createdAt, states.signupId]
  const key: SortKey = { kind: 'instant', expression: sql`${created}`, indexed: 'descending' }
  return keyset({ ...list, key, id: sql`${id}`, cursor })
}

const matching = ({ status, q }: Requested) => and(status && eq(states.status, status), searchOf(q))

export function selectSignups(db: Queryable, requested: Requested, cursor?: string | null) {
  const page = orderOf(requested, cursor)
  return db
    .select({ ...shown, sortValue: page.sortValue })
    .from(signups)
    .innerJoin(states, eq(states.signupId, signups.id))
    .where(and(matching(requested), page.after))
    .orderBy(...page.orderBy)
}

function countSignups(db: Queryable, requested: Requested) {
  const counted = db.select(one).from(states)
  const joined = requested.q ? counted.innerJoin(signups, eq(states.signupId, signups.id)) : counted
  return countFound(db, joined.where(matching(requested)), requested.q)
}

export async function listSignupPage(
  ctx: Pick<Services, 'db' | 'clock'>,
  { status, q, limit, cursor }: ListSignupsInput,
) {
  const requested = { status, q }
  const rows = await selectSignups(ctx.db, requested, cursor).limit(inText(limit))
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['signups', status, q] }, () =>
    countSignups(ctx.db, requested),
  )
  return toPage(rows, { ...list, limit, total }, ({ sortValue: _sortValue, ...row }) => row)
}

const reviewers = alias(users, 'reviewers')

export async function findSignup(db: Queryable, signupId: string) {
  const [row] = await db
    .select({
      ...shown,
      ...pick(signups, 'userId', 'applicationId', 'firstPass', 'termsVersion'),
      rejectionReason: sql<string | null>`coalesce(${signups.rejectionReason}, ${users.rejectionReason})`,
      reviewedAt: signups.reviewedAt,
      reviewedBy: nameOrEmail(reviewers.displayName, reviewers.email),
      business: merchantApplications.business,
    })
    .from(signups)
    .innerJoin(states, eq(states.signupId, signups.id))
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
    .limit(inText(1))
  return row
}

export async function lockSignup(tx: Transaction, signupId: string) {
  const [row] = await tx.select().from(signups).where(eq(signups.id, signupId)).for('update')
  return row
}

type SignupDecision = Pick<StoredSignup, 'status' | 'reviewedAt' | 'reviewedBy'> & { rejectionReason?: string }

export async function decideSignup(tx: Transaction, signupId: string, decision: SignupDecision) {
  await tx
    .update(signups)
    .set({ ...decision, version: sql`${signups.version} + 1` })
    .where(eq(signups.id, signupId))
}

/** The account of an address with what decides about a conversion; `locked` until the transaction ends. */
export async function findConvertingAccount(db: Queryable, email: string, { locked = false } = {}) {
  const query = db
    .select({
      id: users.id,
      displayName: users.displayName,
      role: sql<string>`coalesce(nullif(${users.claims} ->> 'role', ''),
        (select ${adminRecords.role} from ${adminRecords} where ${adminRecords.userId} = ${sql`${users}.id`}), ${users.role})`,
      status: users.status,
      hasApplication: sql<boolean>`${users.applicationId} is not null`,
      isWaiting: sql<boolean>`exists (select 1 from ${merchantSignups}
        where ${merchantSignups.userId} = ${sql`${users}.id`} and ${merchantSignups.kind} = 'convert'
          and ${merchantSignups.status} = 'submitted')`,
      subscriptionCount: users.subscriptionCount,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.email, email))
  const [row] = await (locked ? query.for('update') : query)
  return row ?? null
}

/** `placeholder` replaces the address; the other replaces names. */
type ForgottenApplicant = {
  userId: string
  addresses: readonly string[]
  placeholder: string
  noOne: string
  now: Date
}

/**
 * Keeps anonymous applications. Their result is stored while the account still shows it; pending ones are rejected
 * without an email. Call it before the account is blanked.
 */
export async function forgetSignupsOf(tx: Transaction, applicant: ForgottenApplicant) {
  const { userId, addresses, placeholder, noOne, now } = applicant
  const wasAccepted = sql`${signups.kind} = 'signup' and exists (select 1 from ${users}
    where ${users.id} = ${sql`${signups}.user_id`} and ${users.status} in ('pending', 'active', 'suspended'))`
  await tx
    .update(signups)
    .set({
      email: placeholder,
      contactName: noOne,
      businessName: noOne,
      rejectionReason: null,
      status: sql`case when ${signups.status} <> 'submitted' then ${signups.status}
        when ${wasAccepted} then 'approved' else 'rejected' end`,
      reviewedAt: sql`coalesce(${signups.reviewedAt}, ${now})`,
      version: sql`${signups.version} + 1`,
    })
    .where(or(eq(signups.userId, userId), inArray(signups.email, [...addresses])))
}
