import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass, IconQuestionMark } from '@tabler/icons-react'
import { LookPill, type Look } from '@quaff/platform/console/display/status-pill'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { subscriptionStatuses, type SubscriptionStatus } from '../contract'

export const subscriptionLooks = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  trialing: { label: 'Trialing', tone: 'info', icon: IconHourglass },
  past_due: { label: 'Past due', tone: 'danger', icon: IconAlertTriangle },
  canceled: { label: 'Canceled', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<SubscriptionStatus, Look>

/** Imported subscriptions may have an unknown status. */
export function SubscriptionStatusPill({ status }: { status: string }) {
  const known = subscriptionStatuses.find((candidate) => candidate === status)
  const look: Look = known
    ? subscriptionLooks[known]
    : { label: codeTitle(status), tone: 'neutral', icon: IconQuestionMark }
  return <LookPill look={look} />
}
