import { openCalendar, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { remember } from '@quaff/platform/server/memory/remember'
import { redemptionPermissions } from '../../permissions'
import { insightLimits } from '../contract'

export type OpenedInsights = {
  /** On the merchant's calendar. */
  ctx: Context
  actor: UserActor
  scope: MerchantScope
  /** One read for all who ask the same about this merchant within a few minutes; it may hold what only some may see. */
  once: <T>(parts: readonly string[], read: () => Promise<T>) => Promise<T>
}

/** Refuses whoever may not see this merchant's insights, before anything remembered is handed out. */
export async function openInsights(asked: Context, merchantId: string): Promise<OpenedInsights> {
  const actor = authorize(asked.actor, redemptionPermissions, 'redemption.insights')
  const { ctx, scope } = await openCalendar(asked, scopeToMerchant(actor, merchantId))
  const maxAgeMs = insightLimits.answerMaxAgeMs
  return {
    ctx,
    actor,
    scope,
    once: (parts, read) =>
      remember(ctx, { key: ['insights', merchantId, ctx.settings.timeZone, ...parts], maxAgeMs }, read),
  }
}
