import { routerOf } from '@quaff/platform/server/router'
import { activityContract } from '../contract'
import { listMerchantAudit } from './list-merchant-audit'
import { listRecentActivity } from './list-recent-activity'
import { listUserActivity } from './list-user-activity'

export const activityRouter = routerOf(activityContract, {
  merchantAudit: listMerchantAudit,
  ofUser: listUserActivity,
  recent: listRecentActivity,
})
