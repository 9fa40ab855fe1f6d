import type { Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'

/** Tells administrators and the person, and the staff of each merchant the person works for. */
export async function publishUser(tx: Transaction, userId: string, merchantIds: readonly string[] = []): Promise<void> {
  const event = { topic: 'user', subjectId: userId } as const
  await publishLive(tx, event, ...merchantIds.map((merchantId) => ({ ...event, merchantId })))
}
