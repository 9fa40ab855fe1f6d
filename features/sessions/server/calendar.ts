import type { Services } from '@quaff/platform/server/context'
import { isSameZone } from '@quaff/platform/shared/calendar'
import { merchantNotFound, onlyMerchant, withLocalDays, type MerchantScope } from './merchant-scope'
import { findMerchantZone } from './scope-store'

type Settings = Pick<Services, 'settings'>
export type OnCalendar<Ctx extends Settings> = {
  /** Used for reading: its `settings.timeZone` is the zone of the figures. Writes need the platform's. */
  ctx: Ctx
  scope: MerchantScope
}

/** Figures of one merchant follow the merchant's calendar, those of several the platform's (0094). @throws MERCHANT */
export async function openCalendar<Ctx extends Settings & Pick<Services, 'db'>>(
  ctx: Ctx,
  scope: MerchantScope,
): Promise<OnCalendar<Ctx>> {
  const merchantId = onlyMerchant(scope)
  if (merchantId === null) return { ctx, scope }
  const timeZone = await findMerchantZone(ctx.db, merchantId)
  if (timeZone === undefined) throw merchantNotFound()
  return onCalendarOf(ctx, scope, timeZone)
}

/** The same where the zone of the only merchant was read already. */
export function onCalendarOf<Ctx extends Settings>(
  ctx: Ctx,
  scope: MerchantScope,
  timeZone: string | null,
): OnCalendar<Ctx> {
  if (timeZone === null || isSameZone(timeZone, ctx.settings.timeZone)) return { ctx, scope }
  return { ctx: { ...ctx, settings: { ...ctx.settings, timeZone } }, scope: withLocalDays(scope) }
}
