import { IconCircleCheck, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { StatusPill, type Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { redemptionStatuses, type RedemptionStatus } from '../contract'

type Look = { label: string; tone: Tone; icon: IconLike }

export const redemptionLooks = {
  completed: { label: 'Completed', tone: 'ok', icon: IconCircleCheck },
  voided: { label: 'Voided', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<RedemptionStatus, Look>

/** Imported redemptions may be in a state of their own. */
export function RedemptionStatusPill({ status }: { status: string }) {
  const known = redemptionStatuses.find((candidate) => candidate === status)
  const look: Look = known
    ? redemptionLooks[known]
    : { label: codeTitle(status), tone: 'neutral', icon: IconQuestionMark }
  return (
    <StatusPill tone={look.tone} icon={look.icon}>
      {look.label}
    </StatusPill>
  )
}
