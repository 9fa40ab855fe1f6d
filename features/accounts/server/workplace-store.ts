import { asc, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server'
import { claimedMerchants } from '../rules'
import type { PersonDocumentRow } from './people-document-store'
import { type UserClaims, userMerchants, users } from './tables'

type Person = Pick<PersonDocumentRow, 'id' | 'claims' | 'merchantIds'>
type Placed = { id: string; merchantIds: readonly string[] }

/** Returns the claims of those of the users who exist. */
export async function findClaims(tx: Transaction, ids: readonly string[]): Promise<Map<string, UserClaims>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: users.id, claims: users.claims })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::text[])`)
  return new Map(rows.map(({ id, claims }) => [id, claims]))
}

/** Returns each user's merchants in the order of assignment. */
export async function findWorkplaces(tx: Transaction, ids: readonly string[]) {
  const places = new Map<string, string[]>()
  if (ids.length === 0) return places
  const rows = await tx
    .select({ id: userMerchants.userId, merchantId: userMerchants.merchantId })
    .from(userMerchants)
    .where(inArray(userMerchants.userId, [...ids]))
    .orderBy(asc(userMerchants.position), asc(userMerchants.merchantId))
  for (const { id, merchantId } of rows) places.set(id, [...(places.get(id) ?? []), merchantId])
  return places
}

/**
 * Assigns people to merchants. Claims win over documents, because no one can write their own claims (spec §6).
 * Unchanged claims keep assignments that were edited here. `before`: the claims of existing people.
 */
export async function placePeople(tx: Transaction, people: readonly Person[], before: ReadonlyMap<string, UserClaims>) {
  const placed = people.flatMap(({ id, claims, merchantIds }): Placed[] => {
    const existing = before.get(id)
    const knownPlaces = existing ? claimedMerchants(existing) : null
    if (claims === undefined) return merchantIds && knownPlaces === null ? [{ id, merchantIds }] : []
    const claimed = claimedMerchants(claims)
    return claimed === null || isSame(claimed, knownPlaces) ? [] : [{ id, merchantIds: claimed }]
  })
  if (placed.length === 0) return
  await tx.delete(userMerchants).where(
    inArray(
      userMerchants.userId,
      placed.map(({ id }) => id),
    ),
  )
  const rows = placed.flatMap(({ id, merchantIds }) =>
    [...new Set(merchantIds)].map((merchantId, position) => ({ userId: id, merchantId, position })),
  )
  if (rows.length > 0) await tx.insert(userMerchants).values(rows)
}

const isSame = (one: readonly string[], other: readonly string[] | null) =>
  other !== null && one.join('\n') === other.join('\n')
