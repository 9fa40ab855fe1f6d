import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { activityContract } from '../contract'
import { listRecentActivity } from './list-recent-activity'

const os = implement(activityContract).$context<Context>()

export const activityRouter = os.router({
  recent: os.recent.handler(({ context, input }) => listRecentActivity(context, input)),
})
