import { lt } from 'drizzle-orm'
import type { Services } from '../context'
import { outboxMails } from '../tables'

const keptMs = 90 * 86_400_000

/** Kind, times and address of a mail are of use while somebody may still ask for it. None waits that long to be sent. */
export async function pruneMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.delete(outboxMails).where(lt(outboxMails.createdAt, new Date(clock.now().getTime() - keptMs)))
}
