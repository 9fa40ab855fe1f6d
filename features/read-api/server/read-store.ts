import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Services } from '@quaff/platform/server/context'
import { clampInstant, keyset, nextCursor } from '@quaff/platform/server/list/keyset'
import type { Resource } from '../contract'
import type { Question } from './read-question'
import { planSource, priceSource, promotionSource } from './sources/plan-source-store'
import { payoutSource, redemptionSource, subscriptionSource } from './sources/sale-source-store'
import type { Source } from './sources/source-store'
import { locationSource, merchantSource } from './sources/venue-source-store'

const sources: { [Of in Resource]: Source<Of> } = {
  merchants: merchantSource,
  locations: locationSource,
  plans: planSource,
  prices: priceSource,
  promotions: promotionSource,
  subscriptions: subscriptionSource,
  redemptions: redemptionSource,
  payouts: payoutSource,
}

export type Row = Record<string, unknown>
type Asked = Omit<Question, 'limit' | 'cursor' | 'fields'> & { limit: number; position: string | undefined }

/** One page in one statement, the merchants of the scope in it: one row more than asked tells whether there is another page. */
export async function readPage(
  services: Services,
  scope: MerchantScope,
  { resource, name }: { resource: Resource; name: string },
  asked: Asked,
): Promise<{ rows: Row[]; next: string | null }> {
  const source: Source<Resource> = sources[resource]
  const { limit, since, position } = asked
  const { key, order } = (since ? source.changed : source.listed)(isOfOne(scope, asked))
  const { after, orderBy, sortValue } = keyset({ name, key, id: source.id, order, cursor: position })
  const where = and(matching(source, asked), since && gte(key.expression, clampInstant(since)), after)
  const read = await source.read(services.db, scope, { where, orderBy, sortValue, limit: limit + 1 }, services.settings)
  const rows = read.slice(0, limit)
  return {
    rows: rows.map(({ row }) => row),
    next: read.length > limit ? nextCursor(rows, { name, order, limit }) : null,
  }
}

export async function findRow(
  services: Services,
  scope: MerchantScope,
  resource: Resource,
  { id, redeemedAt }: Pick<Question, 'redeemedAt'> & { id: string },
): Promise<Row | undefined> {
  const source: Source<Resource> = sources[resource]
  const where = and(
    eq(source.id, id),
    source.redeemedAt && redeemedAt && eq(source.redeemedAt, clampInstant(redeemedAt)),
  )
  const page = { where, orderBy: [], sortValue: sql<number>`0`, limit: 1 }
  const [found] = await source.read(services.db, scope, page, services.settings)
  return found?.row
}

const isOfOne = (scope: MerchantScope, { merchantId }: Pick<Question, 'merchantId'>) =>
  merchantId !== undefined || (!scope.all && scope.merchantIds.length === 1)

function matching(source: Source<Resource>, { merchantId, status }: Asked): SQL | undefined {
  return and(
    merchantId === undefined ? undefined : eq(source.merchantId, merchantId),
    source.status && status && eq(source.status, status),
  )
}
