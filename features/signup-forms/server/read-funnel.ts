import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { dayKeyIn, shiftDaysIn } from '@quaff/platform/shared/calendar'
import { refuse } from '@quaff/platform/shared/refusal'
import type { FormFunnel, FunnelInput } from '../building-contract'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { hasForm } from './form-store'
import { countFunnel } from './funnel-store'

export type MeasuredFunnel = FormFunnel & { from: Date; measuredAt: Date; timeZone: string }

/** Approved counts those of the submissions of these days that were approved, whenever that was. */
export async function readFunnel(ctx: Context, { formId, days }: FunnelInput): Promise<MeasuredFunnel> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  const { timeZone } = ctx.settings
  const measuredAt = ctx.clock.now()
  const from = shiftDaysIn(timeZone, measuredAt, 1 - days)
  const [isThere, counts] = await batchReads(ctx.db, (db) =>
    Promise.all([hasForm(db, formId), countFunnel(db, formId, { from, fromDay: dayKeyIn(timeZone, from) })]),
  )
  if (!isThere) throw refuse(formRefusals, 'SIGNUP_FORM')
  return { ...counts, from, measuredAt, timeZone }
}
