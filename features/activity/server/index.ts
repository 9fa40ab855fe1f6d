export { activityRouter } from './activity-router'
export { listRecentActivity } from './list-recent-activity'
export { addUserActivity, hasSignedInFrom, type NewUserActivity } from './user-activity/user-activity-store'
