import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { activityContract } from '../contract'
import { listRecentActivity } from './list-recent-activity'
import { listMerchantAudit } from './merchant-audit/list-merchant-audit'
import { listUserActivity } from './user-activity/list-user-activity'

const os = implement(activityContract).$context<Context>()

export const activityRouter = os.router({
  merchantAudit: os.merchantAudit.handler(({ context, input }) => listMerchantAudit(context, input)),
  ofUser: os.ofUser.handler(({ context, input }) => listUserActivity(context, input)),
  recent: os.recent.handler(({ context, input }) => listRecentActivity(context, input)),
})
