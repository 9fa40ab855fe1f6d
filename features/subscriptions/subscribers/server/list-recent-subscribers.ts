import type { Context } from '@quaff/platform/server/context'
import type { RecentSubscribersInput, SubscriberList } from '../../contract'
import { readSubscribers } from './list-subscribers'

/** Behind the fallback. */
export async function listRecentSubscribers(
  ctx: Context,
  { merchantId, ...filter }: RecentSubscribersInput,
): Promise<SubscriberList> {
  return readSubscribers(ctx, merchantId, filter)
}
