import { activityRouter, addUserActivity } from '@quaff/features/activity/server'
import { affiliatesRouter } from '@quaff/features/affiliates/server'
import { analyticsRouter } from '@quaff/features/analytics/server'
import { apiKeysRouter } from '@quaff/features/api-keys/server'
import { bankingRouter } from '@quaff/features/banking/server'
import { brandingRouter } from '@quaff/features/branding/server'
import { dashboardRouter } from '@quaff/features/dashboard/server'
import { importsRouter } from '@quaff/features/imports/server'
import { locationsRouter } from '@quaff/features/locations/server'
import { merchantsRouter } from '@quaff/features/merchants/server'
import { notificationsRouter } from '@quaff/features/notifications/server'
import { onboardingRouter } from '@quaff/features/onboarding/server'
import { paymentsRouter } from '@quaff/features/payments/server'
import { payoutsRouter } from '@quaff/features/payouts/server'
import { personalDataRouter } from '@quaff/features/personal-data/server'
import { plansRouter } from '@quaff/features/plans/server'
import { promotionsRouter } from '@quaff/features/promotions/server'
import { redemptionsRouter } from '@quaff/features/redemptions/server'
import { refundsRouter } from '@quaff/features/refunds/server'
import { createSessionsRouter } from '@quaff/features/sessions/server'
import { createSettingsRouter } from '@quaff/features/settings/server'
import { mailboxRouter } from '@quaff/features/sign-in/server'
import { findProviderSignOut, signInRouter } from '@quaff/features/sign-in/server'
import { signupFormsRouter } from '@quaff/features/signup-forms/server'
import { signupRouter } from '@quaff/features/signup/server'
import { sourcesRouter } from '@quaff/features/sources/server'
import { subscriptionsRouter } from '@quaff/features/subscriptions/server'
import { usersRouter } from '@quaff/features/users/server'
import { waitlistsRouter } from '@quaff/features/waitlists/server'
import { webhooksRouter } from '@quaff/features/webhooks/server'
import { mailPreviews } from './mail-previews/mail-previews'

/** The typed API, in the shape of `apiContract`. */
export const router = {
  sessions: createSessionsRouter(addUserActivity, findProviderSignOut),
  signIn: signInRouter,
  users: usersRouter,
  imports: importsRouter,
  locations: locationsRouter,
  mailbox: mailboxRouter,
  merchants: merchantsRouter,
  personalData: personalDataRouter,
  payments: paymentsRouter,
  payouts: payoutsRouter,
  plans: plansRouter,
  affiliates: affiliatesRouter,
  apiKeys: apiKeysRouter,
  webhooks: webhooksRouter,
  activity: activityRouter,
  analytics: analyticsRouter,
  dashboard: dashboardRouter,
  banking: bankingRouter,
  branding: brandingRouter,
  onboarding: onboardingRouter,
  notifications: notificationsRouter,
  promotions: promotionsRouter,
  signup: signupRouter,
  signupForms: signupFormsRouter,
  subscriptions: subscriptionsRouter,
  redemptions: redemptionsRouter,
  refunds: refundsRouter,
  sources: sourcesRouter,
  settings: createSettingsRouter(mailPreviews()),
  waitlists: waitlistsRouter,
}
