import { linkCommands } from '@quaff/features/affiliates/console/link-commands-widget'
import { locationCommands } from '@quaff/features/locations/console/location-commands-widget'
import { merchantCommands } from '@quaff/features/merchants/console/merchant-commands-widget'
import { payoutCommands } from '@quaff/features/payouts/console/payout-commands-widget'
import { planCommands } from '@quaff/features/plans/console/plan-commands-widget'
import { formCommands } from '@quaff/features/signup-forms/console/form-commands-widget'
import { subscriptionCommands } from '@quaff/features/subscriptions/console/subscription-commands-widget'
import { userCommands } from '@quaff/features/users/console/user-commands-widget'
import { waitlistCommands } from '@quaff/features/waitlists/console/waitlist-commands-widget'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { adminRole } from '@quaff/platform/shared/product'
import type { Named } from './rank'

type Verb = Named & { icon?: IconLike }

const ownersSets = [locationCommands, planCommands, linkCommands]
const verbsOf = (sets: readonly { commands: Readonly<Record<string, { label: string }>> }[]) =>
  sets.flatMap(({ commands }) => Object.values(commands))

/** Verbs of all record commands, independent of record status; a search may begin with one. */
export const recordVerbs: readonly Verb[] = verbsOf([
  merchantCommands,
  userCommands,
  payoutCommands,
  waitlistCommands,
  formCommands,
  subscriptionCommands,
  ...ownersSets,
])
export function verbsFor(role: string): readonly Verb[] {
  const ofOwners = role === 'merchant_owner' ? verbsOf(ownersSets) : []
  const verbs = role === adminRole ? recordVerbs : ofOwners
  return [...new Map(verbs.map((verb) => [verb.label, verb])).values()]
}
