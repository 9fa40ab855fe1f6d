import type { Context } from '@quaff/platform/server/context'
import { subscriptionLimits } from '../../contract'
import type { SubscriberList, SubscribersRawInput } from '../../contract'
import { readSubscribers } from './list-subscribers'

/** Behind `getMerchantSubscribersRaw`. */
export async function listSubscribersRaw(
  ctx: Context,
  { merchantId, status }: SubscribersRawInput,
): Promise<SubscriberList> {
  return readSubscribers(ctx, merchantId, { status, limit: subscriptionLimits.maxRows })
}
