import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass, IconQuestionMark } from '@tabler/icons-react'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/status-pill'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { subscriptionStatuses, type SubscriptionStatus } from '../contract'

export const subscriptionStatusMeta = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  trialing: { label: 'Trialing', tone: 'info', icon: IconHourglass },
  past_due: { label: 'Past due', tone: 'danger', icon: IconAlertTriangle },
  canceled: { label: 'Canceled', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<SubscriptionStatus, StatusMeta>

/** Imported subscriptions may have an unknown status. */
export function SubscriptionStatusPill({ status }: { status: string }) {
  const known = subscriptionStatuses.find((candidate) => candidate === status)
  const meta: StatusMeta = known
    ? subscriptionStatusMeta[known]
    : { label: codeTitle(status), tone: 'neutral', icon: IconQuestionMark }
  return <MetaPill meta={meta} />
}
