import { IconCircleCheck, IconCircleX, IconQuestionMark } from '@tabler/icons-react'
import { StatusPill, type Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { ScanVerdict } from '../../scan/contract'

const looks = {
  succeeds: { label: 'A scan now would succeed', tone: 'ok', icon: IconCircleCheck },
  unknown: { label: 'Unknown whether a scan now would succeed', tone: 'neutral', icon: IconQuestionMark },
  fails: { label: 'A scan now would fail', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<ScanVerdict, { label: string; tone: Tone; icon: IconLike }>

export function VerdictPill({ verdict }: { verdict: ScanVerdict }) {
  const { label, tone, icon } = looks[verdict]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
