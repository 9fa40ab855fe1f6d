import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit } from '@quaff/platform/server/rate-limits'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { isRefused, platformRefusals } from '@quaff/platform/shared/refusal'
import type { StoredForm } from './form-store'
import { countOnDay } from './funnel-store'

/** One more in the funnel. Beyond its network's share of the hour nothing is counted, and nobody is turned away. */
export async function countVisit(ctx: Context, { id }: Pick<StoredForm, 'id'>, what: 'viewed' | 'started') {
  const limit = what === 'viewed' ? 'formViewedPerNetwork' : 'formStartedPerNetwork'
  try {
    await takeFromLimit(ctx, limit, `${id}:${ctx.request.network}`, 'Counted enough.')
  } catch (error) {
    if (isRefused(error, platformRefusals, 'RATE_LIMIT')) return
    throw error
  }
  await countOnDay(ctx.db, { formId: id, day: dayKeyIn(ctx.settings.timeZone, ctx.clock.now()) }, what)
}
