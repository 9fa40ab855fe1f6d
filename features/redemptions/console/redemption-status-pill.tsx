import { IconCircleCheck, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import { redemptionStatuses, type RedemptionStatus } from '../contract'

export const redemptionStatusMeta = {
  completed: { label: 'Completed', tone: 'ok', icon: IconCircleCheck },
  voided: { label: 'Voided', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<RedemptionStatus, StatusMeta>

/** Imported redemptions may have an unknown status. */
export function RedemptionStatusPill({ status }: { status: string }) {
  const known = redemptionStatuses.find((candidate) => candidate === status)
  const meta: StatusMeta = known
    ? redemptionStatusMeta[known]
    : { label: codeTitle(status), tone: 'neutral', icon: IconQuestionMark }
  return <MetaPill meta={meta} />
}
