import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass, IconQuestionMark } from '@tabler/icons-react'
import { StatusPill, type Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { subscriptionStatuses, type SubscriptionStatus } from '../contract'

type Look = { label: string; tone: Tone; icon: IconLike }

export const subscriptionLooks = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  trialing: { label: 'Trialing', tone: 'info', icon: IconHourglass },
  past_due: { label: 'Past due', tone: 'danger', icon: IconAlertTriangle },
  canceled: { label: 'Canceled', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<SubscriptionStatus, Look>

/** Imported subscriptions may be in a state of their own. */
export function SubscriptionStatusPill({ status }: { status: string }) {
  const known = subscriptionStatuses.find((candidate) => candidate === status)
  const look: Look = known
    ? subscriptionLooks[known]
    : { label: codeTitle(status), tone: 'neutral', icon: IconQuestionMark }
  return (
    <StatusPill tone={look.tone} icon={look.icon}>
      {look.label}
    </StatusPill>
  )
}
