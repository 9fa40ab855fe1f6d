import type { RowOf } from '@quaff/features/read-api/contract'
import { SettingsError } from '../../environment'
import type { ApiClient } from './api-client'

export type Offer = Pick<
  RowOf<'prices'>,
  'merchantId' | 'planId' | 'amountMinor' | 'currency' | 'interval' | 'intervalCount'
>
export type Pass = Pick<
  RowOf<'subscriptions'>,
  | 'id'
  | 'merchantId'
  | 'planId'
  | 'status'
  | 'amountMinor'
  | 'currency'
  | 'interval'
  | 'intervalCount'
  | 'createdAt'
  | 'currentPeriodStart'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
> & { userId: string }

/** The simulated app's knowledge of the platform. `passes` and the open `disputes` change during the simulation. */
export type World = { offers: Offer[]; passes: Pass[]; disputes: object[] }

type Page<Row> = { data: Row[]; nextCursor: string | null }
const mostPasses = 2_000

/** Reads the platform as the app does, through the read API. */
export async function loadWorld(client: ApiClient): Promise<World> {
  const merchants = await readAll<RowOf<'merchants'>>(client, '/v1/merchants')
  const live = new Set(merchants.filter(({ isLive }) => isLive).map(({ id }) => id))
  const prices = await readAll<RowOf<'prices'>>(client, '/v1/prices')
  const offers = prices.filter(({ active, merchantId }) => active && live.has(merchantId))
  const subscriptions = await readAll<RowOf<'subscriptions'>>(client, '/v1/subscriptions?status=active', mostPasses)
  const passes = subscriptions.flatMap(({ userId, ...pass }) =>
    userId !== null && live.has(pass.merchantId) ? [{ ...pass, userId }] : [],
  )
  if (offers.length === 0) throw new SettingsError('No live merchant with a price. Publish a plan first.')
  return { offers, passes, disputes: [] }
}

async function readAll<Row>(client: ApiClient, path: string, most = 10_000) {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const sign = path.includes('?') ? '&' : '?'
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Page<Row> = await client.read(`${path}${sign}limit=500${after}`)
    rows.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null && rows.length < most)
  return rows
}
