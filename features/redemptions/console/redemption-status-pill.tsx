import { IconCircleCheck, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { LookPill, type Look } from '@quaff/platform/console/display/status-pill'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { redemptionStatuses, type RedemptionStatus } from '../contract'

export const redemptionLooks = {
  completed: { label: 'Completed', tone: 'ok', icon: IconCircleCheck },
  voided: { label: 'Voided', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<RedemptionStatus, Look>

/** Imported redemptions may have an unknown status. */
export function RedemptionStatusPill({ status }: { status: string }) {
  const known = redemptionStatuses.find((candidate) => candidate === status)
  const look: Look = known
    ? redemptionLooks[known]
    : { label: codeTitle(status), tone: 'neutral', icon: IconQuestionMark }
  return <LookPill look={look} />
}
