import { emailVerificationContract } from '@quaff/features/sign-in/email-verification-contract'
import { activityContract } from './activity/contract'
import { affiliatesContract } from './affiliates/contract'
import { analyticsContract } from './analytics/contract'
import { apiKeysContract } from './api-keys/contract'
import { bankingContract } from './banking/contract'
import { brandingContract } from './branding/contract'
import { dashboardContract } from './dashboard/contract'
import { importsContract } from './imports/contract'
import { locationsContract } from './locations/contract'
import { merchantsContract } from './merchants/contract'
import { notificationsContract } from './notifications/contract'
import { onboardingContract } from './onboarding/contract'
import { paymentsContract } from './payments/contract'
import { payoutsContract } from './payouts/contract'
import { personalDataContract } from './personal-data/contract'
import { plansContract } from './plans/contract'
import { promotionsContract } from './promotions/contract'
import { redemptionsContract } from './redemptions/contract'
import { refundsContract } from './refunds/contract'
import { sessionsContract } from './sessions/contract'
import { settingsContract } from './settings/contract'
import { signInContract } from './sign-in/contract'
import { signupFormsContract } from './signup-forms/contract'
import { signupContract } from './signup/contract'
import { sourcesContract } from './sources/contract'
import { subscriptionsContract } from './subscriptions/contract'
import { usersContract } from './users/contract'
import { waitlistsContract } from './waitlists/contract'
import { webhooksContract } from './webhooks/contract'

/** The whole typed API. Each name is also the prefix of its paths and query keys. */
export const apiContract = {
  sessions: sessionsContract,
  signIn: signInContract,
  users: usersContract,
  imports: importsContract,
  locations: locationsContract,
  mailbox: emailVerificationContract,
  merchants: merchantsContract,
  personalData: personalDataContract,
  payments: paymentsContract,
  payouts: payoutsContract,
  plans: plansContract,
  affiliates: affiliatesContract,
  apiKeys: apiKeysContract,
  webhooks: webhooksContract,
  activity: activityContract,
  analytics: analyticsContract,
  dashboard: dashboardContract,
  banking: bankingContract,
  branding: brandingContract,
  onboarding: onboardingContract,
  notifications: notificationsContract,
  promotions: promotionsContract,
  signup: signupContract,
  signupForms: signupFormsContract,
  subscriptions: subscriptionsContract,
  redemptions: redemptionsContract,
  refunds: refundsContract,
  settings: settingsContract,
  sources: sourcesContract,
  waitlists: waitlistsContract,
}
export type ApiContract = typeof apiContract
