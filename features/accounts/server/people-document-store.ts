import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  adminFlag,
  adminRole,
  borrowedPrefix,
  importedRows,
  type ImportedRows,
  insertRows,
  replaceFields,
  type Transaction,
} from '@quaff/platform/server'
import { placeholderEmail } from '../rules'
import { adminRecords, pendingInvitations, type UserClaims, users } from './tables'
import { findClaims, placePeople } from './workplace-store'

/** Account and document of one person, as far as each has the fields. */
export type PersonDocumentRow = {
  id: string
  /** Undefined: the document has no email field. Null: its email is not valid. */
  email?: string | null
  emailVerified?: boolean
  displayName?: string | null
  photoUrl?: string | null
  role?: string
  status?: string
  claims?: UserClaims
  phoneNumber?: string | null
  metadata?: Record<string, unknown>
  applicationId?: string | null
  passwordHash?: string | null
  rejectionReason?: string | null
  merchantIds?: readonly string[]
  createdAt: Date
  updatedAt: Date
  statusUpdatedAt?: Date | null
  lastActiveAt?: Date | null
}

type WrittenPeople = {
  versions: Map<string, number>
  /** People whose address belongs to another account; they received a placeholder. */
  withoutEmail: Set<string>
}

/** A version that no row has. Erased users get it, so that an import never restores them (0014). */
const erasedVersion = -1

/** Locked until the transaction ends. */
export async function findPeopleVersions(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: users.id, version: users.version, erasedAt: users.erasedAt })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::text[])`)
    .orderBy(users.id)
    .for('update')
  return new Map(rows.map(({ id, version, erasedAt }) => [id, erasedAt ? erasedVersion : version]))
}

/**
 * Inserts new people and updates existing ones with the given fields. People are never merged by address: the second
 * one receives a placeholder.
 */
export async function writePeople(tx: Transaction, rows: readonly PersonDocumentRow[]): Promise<WrittenPeople> {
  const people = [...new Map(rows.map((row) => [row.id, row])).values()]
  const withoutEmail = await findTaken(tx, people)
  const before = await findClaims(
    tx,
    people.map(({ id }) => id),
  )
  const versions = new Map<string, number>()
  for (const [names, group] of inGroups(people)) {
    const values = group.map((row) => toUser(row, withoutEmail))
    const { rows: written } = await tx.execute<{ id: string; version: number }>(sql`
      ${insertRows(users, values)} on conflict (id) do update set ${replaced(names.split(' '))},
        version = ${users.version} + 1 returning id, version`)
    for (const { id, version } of written) versions.set(id, version)
  }
  await placePeople(tx, people, before)
  // A new person without claims has no other role than the row's.
  const said = people.filter(({ id, claims, role }) => claims !== undefined || (role !== undefined && before.has(id)))
  await showRoles(
    tx,
    said.map(({ id }) => id),
  )
  return { versions, withoutEmail }
}

/**
 * Sets the role that grants access in the old system: from the claims or an administrator's record. The caller has
 * locked them; it is no edit, so versions stay.
 */
async function showRoles(tx: Transaction, userIds: readonly string[]) {
  if (userIds.length === 0) return
  const flags = [adminRole, 'admin', adminFlag].map((flag) => sql`claims @> ${JSON.stringify({ [flag]: true })}::jsonb`)
  await tx.execute(sql`
    update ${users} set role = known.role
    from (select person.id, coalesce(nullif(claims->>'role', ''), case when ${sql.join(flags, sql` or `)} then ${adminRole} end,
        (select nullif(record.role, '') from ${adminRecords} record where record.user_id = person.id)) as role
      from ${users} person where person.id = any(${sql.param([...userIds])}::text[])) known
    where ${users.id} = known.id and ${users.role} <> known.role`)
}

/** A person without any access becomes a customer. */
async function showRolesWithout(tx: Transaction, userIds: readonly string[]) {
  const those = sql`${users.id} = any(${sql.param([...userIds])}::text[])`
  await tx
    .update(users)
    .set({ role: 'customer' })
    .where(and(those, eq(users.role, adminRole)))
  await showRoles(tx, userIds)
}

/** The caller holds them (`findPeopleVersions`); memberships go with them. */
export async function removePeople(tx: Transaction, ids: readonly string[]) {
  await tx.delete(users).where(inArray(users.id, [...ids]))
}

/** Addresses of others, also of others of this very batch. */
async function findTaken(tx: Transaction, people: readonly PersonDocumentRow[]): Promise<Set<string>> {
  const named = people.flatMap(({ id, email }) => (email ? [{ id, email }] : []))
  if (named.length === 0) return new Set()
  const holders = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(sql`${users.email} = any(${sql.param(named.map(({ email }) => email))}::text[])`)
  const holderOf = new Map(holders.map(({ id, email }) => [email, id]))
  const taken = new Set<string>()
  for (const { id, email } of named) {
    if ((holderOf.get(email) ?? id) !== id) taken.add(id)
    else holderOf.set(email, id)
  }
  return taken
}

/** A statement for each set of columns: in a batch they are nearly always the same. */
function inGroups(people: readonly PersonDocumentRow[]) {
  const groups = new Map<string, PersonDocumentRow[]>()
  for (const person of people) {
    const names = Object.entries(person).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    const key = names.sort().join(' ')
    groups.set(key, [...(groups.get(key) ?? []), person])
  }
  return groups
}

function toUser(
  { merchantIds: _merchants, ...row }: PersonDocumentRow,
  withoutEmail: ReadonlySet<string>,
): typeof users.$inferInsert {
  const email = withoutEmail.has(row.id) ? null : row.email
  return { ...row, email: email ?? placeholderEmail(row.id), emailIsPlaceholder: !email }
}

/** Sets only the given fields: a new person without an address receives a placeholder, an existing one keeps theirs. */
function replaced(names: readonly string[]) {
  const said = new Set(names.includes('email') ? [...names, 'emailIsPlaceholder'] : names)
  const plain = replaceFields(
    users,
    plainFields.filter((name) => said.has(name)),
  )
  if (!said.has('passwordHash')) return plain
  // A password that was set here wins over an imported one.
  return sql`${plain}, password_hash = case
    when ${users.passwordHash} is not null and ${users.passwordHash} not like ${`${borrowedPrefix}%`} then ${users.passwordHash}
    else excluded.password_hash end`
}

const plainFields = [
  'email',
  'emailIsPlaceholder',
  'emailVerified',
  'displayName',
  'photoUrl',
  'role',
  'status',
  'claims',
  'phoneNumber',
  'metadata',
  'applicationId',
  'rejectionReason',
  'createdAt',
  'updatedAt',
  'statusUpdatedAt',
  'lastActiveAt',
] as const satisfies readonly (keyof typeof users.$inferInsert)[]

const records = importedRows(adminRecords, [adminRecords.userId], adminRecords.version)

/** A record is one of the places that say who is let in as what; lists of people show it. */
export const adminDocumentRows: ImportedRows<typeof adminRecords.$inferInsert> = {
  ...records,
  async write(tx, rows) {
    const versions = await records.write(tx, rows)
    await showRoles(
      tx,
      rows.map(({ userId }) => userId),
    )
    return versions
  },
  async remove(tx, userIds) {
    await records.remove(tx, userIds)
    await showRolesWithout(tx, userIds)
  },
}
export const invitationDocumentRows = importedRows(pendingInvitations, [pendingInvitations.userId])
