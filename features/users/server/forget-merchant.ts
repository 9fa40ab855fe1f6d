import { noteMoved, removeMerchantFromAll } from '@quaff/features/accounts/server'
import { endSessions } from '@quaff/features/sessions/server'
import type { JobHandler } from '@quaff/platform/server/jobs'
import { inTransaction } from '@quaff/platform/server/transaction'
import { publishUser } from './publish-user'

/** After a merchant was deleted: nobody keeps it in the list of their merchants, and their sessions begin anew (G15). */
export const forgetMerchantHandler: JobHandler = {
  maxAttempts: 20,
  async run(services, { merchantId }) {
    await inTransaction(services, async (tx) => {
      const team = await removeMerchantFromAll(tx, String(merchantId))
      await noteMoved(tx, team, services.clock.now())
      for (const userId of team) {
        await endSessions(tx, userId)
        await publishUser(tx, userId)
      }
    })
  },
}
