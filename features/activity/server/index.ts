export { activityRouter } from './activity-router'
export { listRecentActivity } from './list-recent-activity'
export { addUserActivity, forgetUserActivity, hasSignedInFrom } from './user-activity/user-activity-store'
export { pruneUserActivity } from './user-activity/prune-user-activity'
