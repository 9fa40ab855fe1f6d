import { merchantScope } from '@quaff/features/sessions/server'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import { authorize, type Context } from '@quaff/platform/server'
import type { FirstStep } from '../contract'
import { firstSteps } from '../first-steps-rules'
import { dashboardPermissions } from '../permissions'
import { findFirstStepDetails } from './dashboard-store'

/** Empty if the list is hidden or every step is done. */
export async function listFirstSteps(ctx: Context): Promise<FirstStep[]> {
  const scope = merchantScope(authorize(ctx.actor, dashboardPermissions, 'dashboard.firstSteps'))
  const settings = await loadPlatformSettings(ctx.db)
  if (!settings.showFirstSteps) return []
  const { baseUrl, timeZone, savesMails = false } = ctx.settings
  const [found, snapshot] = await Promise.all([
    findFirstStepDetails(ctx.db, scope, ctx.clock.now()),
    ctx.snapshots?.findNewest().catch(() => null),
  ])
  const steps = firstSteps({
    ...settings,
    baseUrl,
    timeZone,
    mail: { areSaved: savesMails, isSent: found.isMailSent, isFailing: found.isMailFailing },
    hasMerchant: found.hasMerchant,
    hasPayments: Boolean(ctx.paymentSignatures) || found.hasSubscriptionKey,
    isProtected: settings.requireSecondFactor || found.isProtected,
    snapshot,
  })
  return steps.every(({ done }) => done) ? [] : steps
}
