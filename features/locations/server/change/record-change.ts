import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'

type LocationChange = {
  action: 'create_location' | 'update_location' | 'delete_location'
  locationId: string
  merchantId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

export async function recordChange(ctx: Context, tx: Transaction, change: LocationChange): Promise<void> {
  const { action, locationId, merchantId, before, after } = change
  await recordAudit(ctx, tx, { action, targetType: 'location', targetId: locationId, merchantId, before, after })
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
