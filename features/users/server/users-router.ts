import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { usersContract } from '../contract'
import { getUser } from './get-user'
import { listUsers } from './list-users'
import { updateProfile } from './profile/update-profile'
import { userStats } from './user-stats'

const os = implement(usersContract).$context<Context>()

export const usersRouter = os.router({
  list: os.list.handler(({ context, input }) => listUsers(context, input)),
  get: os.get.handler(({ context, input }) => getUser(context, input)),
  stats: os.stats.handler(({ context, input }) => userStats(context, input)),
  updateProfile: os.updateProfile.handler(({ context, input }) => updateProfile(context, input)),
})
