import type { Services } from '@quaff/platform/server/context'
import { makePartitions } from './redemption-store'

const aheadMs = 62 * 24 * 60 * 60_000

/** Two months ahead: a month's partition is there long before its first row, which would else wait for it to be made. */
export async function prepareMonths({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  await makePartitions(db, now, new Date(now.getTime() + aheadMs))
}
