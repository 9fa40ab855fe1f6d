import { activityContract } from './activity/contract'
import { bankingContract } from './banking/contract'
import { brandingContract } from './branding/contract'
import { dashboardContract } from './dashboard/contract'
import { locationsContract } from './locations/contract'
import { merchantsContract } from './merchants/contract'
import { promotionsContract } from './promotions/contract'
import { onboardingContract } from './onboarding/contract'
import { plansContract } from './plans/contract'
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
  plans: plansContract,
  activity: activityContract,
  dashboard: dashboardContract,
  banking: bankingContract,
  branding: brandingContract,
  onboarding: onboardingContract,
  promotions: promotionsContract,
  subscriptions: subscriptionsContract,
  settings: settingsContract,
}
export type ApiContract = typeof apiContract
