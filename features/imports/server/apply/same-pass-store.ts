import { sql } from 'drizzle-orm'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Transaction } from '@quaff/platform/server/context'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { importDocuments } from '../tables'

/** A pass of the old system, with the ids that its merchant and its person have here. */
export type PassToPlace = { document: SourceDocument; id: string; merchantId: string; userId: string | null }

/** What the payment provider calls it; null where the document does not say. */
export function providerIdOf({ data: { stripeSubscriptionId: id } }: SourceDocument): string | null {
  return typeof id === 'string' && id !== '' ? id : null
}

/**
 * Which of these are here already although no import brought them: under their own id, or under the provider's, as an event
 * makes a pass that nobody has told of. Of the same person at the same merchant alone; by path, the id here.
 */
export async function findSamePasses(tx: Transaction, passes: readonly PassToPlace[]): Promise<Map<string, string>> {
  const told = passes.filter(({ document }) => providerIdOf(document) !== null)
  if (told.length === 0) return new Map()
  const texts = (pick: (pass: PassToPlace) => string | null) => sql`${sql.param(told.map(pick))}::text[]`
  const { rows } = await tx.execute<{ path: string; id: string }>(sql`
    select distinct on (told.path) told.path, own.id
    from unnest(${texts(({ document }) => document.path)}, ${texts(({ id }) => id)},
      ${texts(({ document }) => providerIdOf(document))}, ${texts(({ merchantId }) => merchantId)},
      ${texts(({ userId }) => userId)}) as told (path, id, provider_id, merchant_id, user_id)
    join ${subscriptions} own on own.id in (told.id, told.provider_id)
      and own.merchant_id = told.merchant_id and own.user_id is not distinct from told.user_id
    where not exists (select from ${importDocuments} made where made.kind = 'subscriptions' and made.row_id = own.id)
    order by told.path, own.id = told.id desc`)
  return new Map(rows.map(({ path, id }) => [path, id]))
}
