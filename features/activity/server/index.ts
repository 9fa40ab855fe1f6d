export { activityRouter } from './activity-router'
export { listRecentActivity } from './list-recent-activity'
