import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { refuse } from '@quaff/platform/shared/refusal'
import { currentPeriods, earliestStart } from '../../allowance/rules'
import { redemptionPermissions } from '../../permissions'
import { findAccount, selectUserRedemptions } from '../../person/server/user-redemption-store'
import { redemptionRefusals } from '../../refusals'
import { redemptionView } from '../../rules'
import { scanLimits, type ExplainCustomerInput, type Explanation } from '../../scan/contract'
import { explainCustomer as explain, passesInQuestion } from '../../scan/rules'
import { listPasses, listPlaces, listUsages } from './explanation-store'

/** For staff who have a drinker on the phone: the facts of this moment, and what a scan would meet. */
export async function explainCustomer(ctx: Context, { userId }: ExplainCustomerInput): Promise<Explanation> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.explain')
  const { db } = ctx
  const scope = merchantScope(actor)
  const { timeZone } = ctx.settings
  const now = ctx.clock.now()
  const periods = currentPeriods(now, timeZone)
  // Clocks of scanners differ a little; what lies beyond today is a mistake and not the last visit.
  const until = periods.day.to
  const since = new Date(Math.min(earliestStart(now, timeZone).getTime(), now.getTime() - scanLimits.doubleScanMs))
  const [[account, passes], [usages, [last]]] = await Promise.all([
    askTogether(db, (one) => Promise.all([findAccount(one, userId), listPasses(one, scope, userId)])),
    askTogether(db, (one) =>
      Promise.all([
        listUsages(one, scope, userId, { since, until, periods }),
        selectUserRedemptions(one, scope, { userId, before: until, limit: 1 }),
      ]),
    ),
  ])
  if (!account) throw refuse(redemptionRefusals, 'USER')
  const shown = passesInQuestion(passes, ctx.settings.timeZone, now).slice(0, scanLimits.passes)
  const locations = await listPlaces(db, scope, [...new Set(shown.map(({ merchantId }) => merchantId))])
  const lastRedemption = last ? redemptionView(last, last) : null
  return explain({ account, lastRedemption, passes, locations, usages }, now, timeZone)
}
