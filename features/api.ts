import { activityContract } from './activity/contract'
import { dashboardContract } from './dashboard/contract'
import { merchantsContract } from './merchants/contract'
import { sessionsContract } from './sessions/contract'
import { signInContract } from './sign-in/contract'
import { usersContract } from './users/contract'

/** The whole typed API. Each name is also the prefix of its paths and query keys. */
export const apiContract = {
  sessions: sessionsContract,
  signIn: signInContract,
  users: usersContract,
  merchants: merchantsContract,
  activity: activityContract,
  dashboard: dashboardContract,
}
export type ApiContract = typeof apiContract
