import type { Services } from '@quaff/platform/server/context'
import { sourceLimits } from '../contract'
import { dayBefore } from '../rules'
import { deleteRefusalsBefore } from './source-store'

export async function pruneEventRefusals({ db, clock }: Services): Promise<void> {
  await deleteRefusalsBefore(db, dayBefore(clock.now(), sourceLimits.keptDays))
}
