import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import type { Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { HealthState } from '../health/contract'

export const healthLooks: Record<HealthState, { tone: Tone; icon: IconLike }> = {
  ok: { tone: 'ok', icon: IconCircleCheck },
  warn: { tone: 'warn', icon: IconAlertTriangle },
  fail: { tone: 'danger', icon: IconCircleX },
  unknown: { tone: 'neutral', icon: IconHelpCircle },
}
