import { routerOf } from '@quaff/platform/server/router'
import { activityContract } from '../contract'
import { listMerchantAudit, listRecentActivity, listUserActivity } from './read-activity'

export const activityRouter = routerOf(activityContract, {
  merchantAudit: listMerchantAudit,
  ofUser: listUserActivity,
  recent: listRecentActivity,
})
