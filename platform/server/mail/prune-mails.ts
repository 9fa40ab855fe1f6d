import { lt } from 'drizzle-orm'
import type { Services } from '../context'
import { outboxMails } from '../tables'

const keptMs = 90 * 86_400_000

/**
 * Of what was sent, kind, times and address are of use while somebody may still ask for it. What was given up stays beside
 * its job, whose last error may name the address: an erasure finds the one by the other.
 */
export async function pruneMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.delete(outboxMails).where(lt(outboxMails.sentAt, new Date(clock.now().getTime() - keptMs)))
}
