import { activityRouter } from '@quaff/features/activity/server'
import { bankingRouter } from '@quaff/features/banking/server'
import { brandingRouter } from '@quaff/features/branding/server'
import { dashboardRouter } from '@quaff/features/dashboard/server'
import { locationsRouter } from '@quaff/features/locations/server'
import { merchantsRouter } from '@quaff/features/merchants/server'
import { promotionsRouter } from '@quaff/features/promotions/server'
import { onboardingRouter } from '@quaff/features/onboarding/server'
import { plansRouter } from '@quaff/features/plans/server'
import { sessionsRouter } from '@quaff/features/sessions/server'
import { settingsRouter } from '@quaff/features/settings/server'
import { signInRouter } from '@quaff/features/sign-in/server'
import { subscriptionsRouter } from '@quaff/features/subscriptions/server'
import { usersRouter } from '@quaff/features/users/server'

/** The typed API, in the shape of `apiContract`. */
export const router = {
  sessions: sessionsRouter,
  signIn: signInRouter,
  users: usersRouter,
  locations: locationsRouter,
  merchants: merchantsRouter,
  plans: plansRouter,
  activity: activityRouter,
  dashboard: dashboardRouter,
  banking: bankingRouter,
  branding: brandingRouter,
  onboarding: onboardingRouter,
  promotions: promotionsRouter,
  subscriptions: subscriptionsRouter,
  settings: settingsRouter,
}
