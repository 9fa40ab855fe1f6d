import { resolveRole } from '@quaff/features/accounts/rules'
import { isSecondFactorDemanded } from '@quaff/features/sessions/server'
import { adminRole, inTransaction, queueMail, type Services, startOfDayIn } from '@quaff/platform/server'
import { platformItems } from '../platform-rules'
import { byUrgency, isMailTime } from '../rules'
import { dailyMail } from './daily-emails'
import { claimDailyMail, findReader, listDueReaders, type Reader } from './preferences-store'
import { readPlatformDetails } from './read-waiting'

/** Sends each morning to the administrators who want it, only if something waits. */
export async function sendDailyMails(services: Services) {
  const { db, clock, settings } = services
  const now = clock.now()
  if (!isMailTime(settings.timeZone, now)) return
  const today = startOfDayIn(settings.timeZone, now)
  const readers = (await listDueReaders(db, today)).filter(isAdministrator)
  if (readers.length === 0) return
  const details = await readPlatformDetails(db, now)
  const isDemanded = await isSecondFactorDemanded(db)
  for (const reader of readers) {
    const lacksSecondFactor = isDemanded && !reader.hasSecondFactor
    const items = platformItems({ ...details, lacksSecondFactor }, now).sort(byUrgency)
    if (items.length === 0) continue
    await inTransaction(services, async (tx) => {
      if (!(await claimDailyMail(tx, reader.userId, { now, today }))) return
      // Demoted, suspended, erased or moved to another address since the list was read.
      const current = await findReader(tx, reader.userId)
      if (!current || !isAdministrator(current)) return
      await queueMail(services, tx, { to: current.email, ...dailyMail(settings, items, now) })
    })
  }
}

function isAdministrator({ claims, adminRecordRole }: Reader) {
  return resolveRole({ claims, adminRecordRole }) === adminRole
}
