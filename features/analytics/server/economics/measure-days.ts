import type { Services } from '@quaff/platform/server/context'
import type { Measured } from '../../range/contract'
import type { OpenedRange } from '../range/open-range'
import { freshCounters } from '../snapshots/read-snapshot'

/** To be asked before the daily counters are read: those of all merchants are added up by a job, and anew if it is late. */
export async function measureDays(services: Services, { scope, measured }: OpenedRange): Promise<Measured> {
  return scope.all ? { ...measured, measuredAt: await freshCounters(services) } : measured
}
