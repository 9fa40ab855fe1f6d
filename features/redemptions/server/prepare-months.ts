import type { Services } from '@quaff/platform/server'
import { makePartitions } from './redemption-store'

const aheadMs = 62 * 24 * 60 * 60_000

/** Creates partitions two months ahead. Otherwise the first row of a month would wait for its partition. */
export async function prepareMonths({ db, clock }: Services) {
  const now = clock.now()
  await makePartitions(db, now, new Date(now.getTime() + aheadMs))
}
