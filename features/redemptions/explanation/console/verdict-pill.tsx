import { IconCircleCheck, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { LookPill, type Look } from '@quaff/platform/console/display/status-pill'
import type { ScanVerdict } from '../../scan/contract'

const looks = {
  succeeds: { label: 'A scan now would succeed', tone: 'ok', icon: IconCircleCheck },
  unknown: { label: 'Unknown whether a scan now would succeed', tone: 'neutral', icon: IconQuestionMark },
  fails: { label: 'A scan now would fail', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<ScanVerdict, Look>

export const VerdictPill = ({ verdict }: { verdict: ScanVerdict }) => <LookPill look={looks[verdict]} />
