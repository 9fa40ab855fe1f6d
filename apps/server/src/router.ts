import { activityRouter } from '@quaff/features/activity/server'
import { dashboardRouter } from '@quaff/features/dashboard/server'
import { merchantsRouter } from '@quaff/features/merchants/server'
import { sessionsRouter } from '@quaff/features/sessions/server'
import { signInRouter } from '@quaff/features/sign-in/server'
import { usersRouter } from '@quaff/features/users/server'

/** The typed API, in the shape of `apiContract`. */
export const router = {
  sessions: sessionsRouter,
  signIn: signInRouter,
  users: usersRouter,
  merchants: merchantsRouter,
  activity: activityRouter,
  dashboard: dashboardRouter,
}
