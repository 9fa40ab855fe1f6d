import { adoptZoneKind } from '@quaff/features/merchants/rules'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { enqueueJob } from '@quaff/platform/server/jobs'
import { publishLive } from '@quaff/platform/server/live'
import { locationEvents } from '../contract'
import type { MerchantSettings } from './merchant-settings-store'

const eventOf = {
  create_location: locationEvents.created,
  update_location: locationEvents.updated,
  delete_location: locationEvents.deleted,
} as const

type LocationChange = {
  action: keyof typeof eventOf
  locationId: string
  merchantId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** The merchant may take its zone from its locations; `from` is what a location that has changed named before. */
export async function adoptZoneLater(
  ctx: Context,
  tx: Transaction,
  { id, timeZone }: Pick<MerchantSettings, 'id' | 'timeZone'>,
  change: { from: string | null; to: string | null },
): Promise<void> {
  if (change.to === null || change.to === timeZone || (timeZone !== null && timeZone !== change.from)) return
  await enqueueJob(ctx, tx, { kind: adoptZoneKind, payload: { merchantId: id, from: change.from } })
}

export async function recordChange(ctx: Context, tx: Transaction, change: LocationChange): Promise<void> {
  const { action, locationId, merchantId, before, after } = change
  await recordAudit(ctx, tx, {
    action,
    targetType: 'location',
    event: eventOf[action],
    targetId: locationId,
    merchantId,
    before,
    after,
  })
  await publishLive(tx, { topic: 'merchant', subjectId: merchantId, merchantId })
}

type Document = Readonly<Record<string, unknown>>

/** The fields that differ, as they were and as they are; null where there was or is none. */
export function differences(before: Document, after: Document): { before: Document; after: Document } | null {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  if (keys.length === 0) return null
  const only = (document: Document) => Object.fromEntries(keys.map((key) => [key, document[key] ?? null]))
  return { before: only(before), after: only(after) }
}
