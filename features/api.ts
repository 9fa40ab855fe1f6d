import { activityContract } from './activity/contract'
import { bankingContract } from './banking/contract'
import { brandingContract } from './branding/contract'
import { dashboardContract } from './dashboard/contract'
import { locationsContract } from './locations/contract'
import { merchantsContract } from './merchants/contract'
import { notificationsContract } from './notifications/contract'
import { promotionsContract } from './promotions/contract'
import { onboardingContract } from './onboarding/contract'
import { personalDataContract } from './personal-data/contract'
import { plansContract } from './plans/contract'
import { redemptionsContract } from './redemptions/contract'
import { sessionsContract } from './sessions/contract'
import { settingsContract } from './settings/contract'
import { signInContract } from './sign-in/contract'
import { subscriptionsContract } from './subscriptions/contract'
import { usersContract } from './users/contract'

/** The whole typed API. Each name is also the prefix of its paths and query keys. */
export const apiContract = {
  sessions: sessionsContract,
  signIn: signInContract,
  users: usersContract,
  locations: locationsContract,
  merchants: merchantsContract,
  personalData: personalDataContract,
  plans: plansContract,
  activity: activityContract,
  dashboard: dashboardContract,
  banking: bankingContract,
  branding: brandingContract,
  onboarding: onboardingContract,
  notifications: notificationsContract,
  promotions: promotionsContract,
  subscriptions: subscriptionsContract,
  redemptions: redemptionsContract,
  settings: settingsContract,
}
export type ApiContract = typeof apiContract
