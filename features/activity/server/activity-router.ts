import { routerOf } from '@quaff/platform/server/router'
import { activityContract } from '../contract'
import { listRecentActivity } from './list-recent-activity'
import { listMerchantAudit } from './merchant-audit/list-merchant-audit'
import { listUserActivity } from './user-activity/list-user-activity'

export const activityRouter = routerOf(activityContract, {
  merchantAudit: listMerchantAudit,
  ofUser: listUserActivity,
  recent: listRecentActivity,
})
