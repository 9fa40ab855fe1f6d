import { and, eq, gte, sql } from 'drizzle-orm'
import type { MerchantScope } from '@quaff/features/sessions/server'
import { clampInstant, keyset, nextCursor, type Services } from '@quaff/platform/server'
import type { Resource } from '../contract'
import { planSource, priceSource, promotionSource } from './plan-source-store'
import type { Question } from './read-resource'
import { payoutSource, redemptionSource, subscriptionSource, refundSource } from './sale-source-store'
import type { ReadPage, Source } from './source-store'
import { locationSource, merchantSource } from './venue-source-store'

const sources: { [Of in Resource]: Source<Of> } = {
  merchants: merchantSource,
  locations: locationSource,
  plans: planSource,
  prices: priceSource,
  promotions: promotionSource,
  subscriptions: subscriptionSource,
  redemptions: redemptionSource,
  payouts: payoutSource,
  refunds: refundSource,
}

export type Row = Record<string, unknown>
type Requested = Omit<Question, 'limit' | 'cursor' | 'fields'> & { limit: number; position: string | undefined }

/**
 * Reads one page in one statement, limited to the merchants of the scope. One extra row shows if there is another page.
 */
export async function readPage(
  services: Services,
  scope: MerchantScope,
  { resource, name }: { resource: Resource; name: string },
  requested: Requested,
): Promise<{ rows: Row[]; next: string | null }> {
  const source: Source<Resource> = sources[resource]
  const { limit, since, position } = requested
  const ofOne = isOfOne(scope, requested)
  const { key, order, ...inOrder } = (since ? source.changed : source.listed)(ofOne || !scope.all)
  const { after, sortValue, ...pages } = keyset({ name, key, id: source.id, order, cursor: position })
  const { orderBy } = { ...pages, ...inOrder }
  const matches = and(matching(source, scope, requested), since && gte(key.expression, clampInstant(since)), after)
  const page = { orderBy, sortValue, limit: limit + 1 }
  const where = ofOne || scope.all ? matches : ofEach(scope, source, { ...page, where: matches })
  const read = await source.read(services.db, scope, { ...page, where }, services.settings)
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
) {
  const source: Source<Resource> = sources[resource]
  const where = and(
    source.visible?.(scope),
    eq(source.id, id),
    source.redeemedAt && redeemedAt && eq(source.redeemedAt, clampInstant(redeemedAt)),
  )
  const page = { where, orderBy: [], sortValue: sql<number>`0`, limit: 1 }
  const [found] = await source.read(services.db, scope, page, services.settings)
  return found?.row
}

/**
 * Reads a page per merchant and takes the first rows of all: an index has the rows of one merchant or of all in
 * order, but not of several.
 */
function ofEach(
  { merchantIds }: Exclude<MerchantScope, { all: true }>,
  { key, from, merchantId }: Source<Resource>,
  { where, orderBy, limit }: ReadPage,
) {
  const isOne = and(sql`${merchantId} = mine.id`, where)
  return sql`(${key}) in (
    select place.* from unnest(${sql.param([...merchantIds])}::text[]) as mine(id)
    cross join lateral (
      select ${key} from ${from} where ${isOne} order by ${sql.join(orderBy, sql`, `)} limit ${limit}
    ) place)`
}

const isOfOne = (scope: MerchantScope, { merchantId }: Pick<Question, 'merchantId'>) =>
  merchantId !== undefined || (!scope.all && scope.merchantIds.length === 1)

function matching(source: Source<Resource>, scope: MerchantScope, { merchantId, status }: Requested) {
  return and(
    source.visible?.(scope),
    merchantId === undefined ? undefined : eq(source.merchantId, merchantId),
    source.status && status && eq(source.status, status),
  )
}
