import {
  merchantNotFound,
  merchantScope,
  openCalendar,
  scopeToMerchant,
  type MerchantScope,
} from '@quaff/features/sessions/server'
import { adminRole, type Context, type UserActor } from '@quaff/platform/server'
import { withChurnWindow } from '../churn-rules'
import { hasMerchant } from './subscriber-store'

/** Returns the scope of one merchant, or of all that the actor may see. */
export function scopeOf(actor: UserActor, merchantId: string | undefined): MerchantScope {
  return merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)
}

type Churning = { churned?: true | undefined; canceledFrom?: Date | undefined }

/** Replaces the churn filter by its current dates, on the calendar of the figure that links to the list. */
export async function readFilter<T extends Churning>(
  ctx: Context,
  actor: UserActor,
  merchantId: string | undefined,
  requested: T,
): Promise<Omit<T, 'churned'> & { isMasked: boolean }> {
  const { ctx: local } = requested.churned ? await openCalendar(ctx, scopeOf(actor, merchantId)) : { ctx }
  // A search of whole names would reveal what is masked.
  return { ...withChurnWindow(requested, local), isMasked: actor.role !== adminRole }
}

/** Refuses if the one merchant of the scope does not exist. Any row already proves that it does. */
export async function requireMerchantBehind(ctx: Context, scope: MerchantScope, rows: readonly unknown[]) {
  if (rows.length === 0 && 'id' in scope && !(await hasMerchant(ctx.db, scope))) throw merchantNotFound()
}
