import { IconClock, IconDoor, IconMoon, IconTool } from '@tabler/icons-react'
import { useNow } from '@quaff/platform/console/clock'
import { StatusPill, type Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { OpeningStatus, Schedule } from '../../contract'
import { openingAt, openingText } from '../../opening/rules'

const looks = {
  open: { tone: 'ok', icon: IconDoor, word: 'Open now' },
  closed: { tone: 'neutral', icon: IconMoon, word: 'Closed' },
  closure: { tone: 'info', icon: IconTool, word: 'Closure' },
  unknown: { tone: 'neutral', icon: IconClock, word: 'No hours' },
} as const satisfies Record<OpeningStatus, { tone: Tone; icon: IconLike; word: string }>

interface OpeningPillProps {
  schedule: Schedule
  /** The sentence beside the word: "Open until 19:00". */
  withText?: boolean
}

/** By the clock of this moment, so that a page left open stays right. */
export function OpeningPill({ schedule, withText = false }: OpeningPillProps) {
  const now = useNow()
  const opening = openingAt(schedule, now)
  const { tone, icon, word } = looks[opening.status]
  const text = openingText(opening, schedule, now)
  return (
    <span className="q-row q-wrap" title={`${text} (${schedule.timeZone})`}>
      <StatusPill tone={tone} icon={icon}>
        {word}
      </StatusPill>
      {withText && <span className="q-caption">{text}</span>}
    </span>
  )
}
