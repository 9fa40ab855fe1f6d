import { linesWithoutControls, withoutControls } from '@quaff/platform/shared/text'
import type { CreateWaitlistInput, UpdateWaitlistInput } from '../contract'

/** What the form gave, as it is stored. */
export function cleanWaitlist(input: CreateWaitlistInput | UpdateWaitlistInput) {
  const { kind, slug, invitationDays } = input
  return {
    name: withoutControls(input.name),
    kind,
    slug,
    description: linesWithoutControls(input.description),
    city: kind === 'city' ? withoutControls(input.city) : null,
    invitationDays,
  }
}
