import { merchantNotFound, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { remember } from '@quaff/platform/server/memory/remember'
import { redemptionPermissions } from '../../permissions'
import { insightLimits } from '../contract'
import { hasMerchant } from './insights-store'

export type OpenedInsights = {
  actor: UserActor
  scope: MerchantScope
  /** One read for all who ask the same about this merchant within a few minutes; it may hold what only some may see. */
  once: <T>(parts: readonly string[], read: () => Promise<T>) => Promise<T>
}

/** Refuses whoever may not see this merchant's insights, before anything remembered is handed out. */
export async function openInsights(ctx: Context, merchantId: string): Promise<OpenedInsights> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.insights')
  const scope = scopeToMerchant(actor, merchantId)
  if (!(await hasMerchant(ctx.db, scope))) throw merchantNotFound()
  const maxAgeMs = insightLimits.answerMaxAgeMs
  return {
    actor,
    scope,
    once: (parts, read) => remember(ctx, { key: ['insights', merchantId, ...parts], maxAgeMs }, read),
  }
}
