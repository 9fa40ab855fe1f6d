import { sql, type SQL } from 'drizzle-orm'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { payoutAdjustments, payoutCharges, payouts } from '@quaff/features/payouts/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { borrowedPrefix, type Transaction } from '@quaff/platform/server'
import type { DocumentKind } from '../../kinds-rules'
import type { UndoErrorCode } from '../../report-contract'
import type { RowKey } from '../apply/kind-target'
import { importDocuments } from '../tables'

/** Conditions on the row `one.id`, by fault. The first that holds is reported. */
type Reasons = Partial<Record<UndoErrorCode, SQL[]>>

const one = sql.raw('one.id')
/** Rows of an erased person stay: a new import would restore erased data (0014). */
const isErased = sql.raw('users.erased_at is not null')
const has = (from: SQL) => sql`exists (select from ${from})`

const person: Reasons = {
  // Signing in does not change the version, but a password that was set here shows that the person did.
  edited_here: [has(sql`${users} where id = ${one} and password_hash not like ${`${borrowedPrefix}%`}`)],
  still_needed: [
    has(sql`${merchants} where owner_id = ${one}`),
    has(sql`${redemptions} where user_id = ${one}`),
    has(sql`${merchantApplications} where user_id = ${one}`),
  ],
}

/** Uses without a foreign key. `listReferences` finds those with one. */
const reasons = (runId: string): { [Kind in DocumentKind]?: Reasons } => ({
  accounts: person,
  users: person,
  merchants: {
    paid_out: [
      has(sql`${payouts} where merchant_id = ${one}`),
      has(sql`${payoutAdjustments} where merchant_id = ${one}`),
    ],
    edited_here: [
      has(sql`${merchantBankAccounts} where merchant_id = ${one} and (version > 1 or updated_by is not null)`),
    ],
    still_needed: [
      has(sql`${redemptions} where merchant_id = ${one}`),
      // People who work there and do not come from this import.
      has(sql`${userMerchants} own where own.merchant_id = ${one} and not exists (
        select from ${importDocuments} made where made.kind in ('accounts', 'users') and made.row_id = own.user_id
          and made.created_run_id = ${runId})`),
    ],
  },
  locations: {
    still_needed: [
      has(sql`${locations} place join ${redemptions} drunk
        on drunk.merchant_id = place.merchant_id and drunk.location_id = place.id where place.id = ${one}`),
    ],
  },
  plans: { still_needed: [has(sql`${subscriptions} where plan_id = ${one}`)] },
  redemptions: {
    still_needed: [
      has(sql`${redemptions} own join ${users} on users.id = own.user_id
        where own.redeemed_at = one.at and own.id = ${one} and ${isErased}`),
    ],
  },
  subscriptions: {
    paid_out: [
      has(sql`${payoutCharges} where subscription_id = ${one}`),
      // A refund or a correction.
      has(sql`${payoutAdjustments} where subscription_id = ${one}`),
    ],
    edited_here: [has(sql`${subscriptions} where id = ${one} and canceled_by is not null`)],
    still_needed: [
      has(sql`${subscriptions} own join ${users} on users.id = own.user_id where own.id = ${one} and ${isErased}`),
    ],
  },
})

/** Tables that belong to the row, so that they don’t count as a use of it. */
const parts: { [Kind in DocumentKind]?: readonly string[] } = {
  // The purge deletes unfinished uploads. An image in use counts as an edit of the merchant.
  merchants: ['merchant_bank_accounts', 'sessions', 'brand_images'],
  users: ['user_merchants'],
  accounts: ['user_merchants'],
}

const tables: { [Kind in DocumentKind]?: string } = {
  accounts: 'users',
  users: 'users',
  merchants: 'merchants',
  plans: 'subscription_plans',
}

/** Returns the rows that must stay because something else uses them, with the reason. */
export async function findStillUsed(
  tx: Transaction,
  kind: DocumentKind,
  runId: string,
  keys: readonly RowKey[],
): Promise<Map<string, UndoErrorCode>> {
  const known = reasons(runId)[kind] ?? {}
  const referring = tables[kind] ? await listReferences(tx, tables[kind], parts[kind] ?? []) : []
  const cases = { ...known, still_needed: [...(known.still_needed ?? []), ...referring] }
  const whens = Object.entries(cases)
    .filter(([, conditions]) => conditions.length > 0)
    .map(([fault, conditions]) => sql`when ${sql.join(conditions, sql` or `)} then ${fault}`)
  if (whens.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; fault: UndoErrorCode | null }>(sql`
    select one.id, case ${sql.join(whens, sql` `)} end as fault
    from unnest(${sql.param(keys.map(({ rowId }) => rowId))}::text[],
      ${sql.param(keys.map(({ rowAt }) => rowAt?.toISOString() ?? null))}::timestamptz[]) as one (id, at)`)
  return new Map(rows.flatMap(({ id, fault }) => (fault ? [[id, fault] as const] : [])))
}

/** Reads all foreign keys to this table from the database, so that none is forgotten. */
async function listReferences(tx: Transaction, table: string, besides: readonly string[]) {
  const { rows } = await tx.execute<{ name: string; column: string }>(sql`
    select referring.relname as name, attname as column
    from pg_constraint
    join pg_class referring on referring.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass and referring.relname <> all(${sql.param([...besides])}::text[])
    order by 1, 2`)
  return rows.map(({ name, column }) => has(sql`${sql.identifier(name)} where ${sql.identifier(column)} = ${one}`))
}
