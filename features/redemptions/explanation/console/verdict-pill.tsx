import { IconCircleCheck, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { LookPill, type Look } from '@quaff/platform/console/display/status-pill'
import type { ScanVerdict } from '../../scan/contract'

const looks = {
  succeeds: { label: 'Can redeem', tone: 'ok', icon: IconCircleCheck },
  unknown: { label: 'Can’t tell', tone: 'neutral', icon: IconQuestionMark },
  fails: { label: 'Can’t redeem', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<ScanVerdict, Look>

export const VerdictPill = ({ verdict }: { verdict: ScanVerdict }) => <LookPill look={looks[verdict]} />
