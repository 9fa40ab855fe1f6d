import { routerOf } from '@quaff/platform/server'
import { activityContract } from '../contract'
import { listMerchantAudit, listRecentActivity, listUserActivity } from './read-activity'

export { tellLastSave, type LastSave, nameRecords, type NamedDetails } from './named-records'
export { listRecentActivity } from './read-activity'
export { addUserActivity, forgetUserActivity, hasSignedInWith, activityDocumentRows } from './user-activity-store'
export { exportActivity } from './prune-user-activity'
export { pruneUserActivity } from './prune-user-activity'
export { readActivityDocument, writeActivityDocument } from './activity-document'

export const activityRouter = routerOf(activityContract, {
  merchantAudit: listMerchantAudit,
  ofUser: listUserActivity,
  recent: listRecentActivity,
})
