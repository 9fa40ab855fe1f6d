import {
  IconArrowBackUp,
  IconCircleCheck,
  IconLoader2,
  IconPencil,
  IconPlayerPause,
  IconReportSearch,
} from '@tabler/icons-react'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { StatusPill, type Tone } from '@quaff/platform/console/display/panel'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { ImportRunRow } from '../contract'
import { documentOutcomes, type DocumentOutcome, type ImportState, type UndoOutcome } from '../runs-contract'

export const outcomeLabels = {
  created: 'Created',
  updated: 'Updated',
  same: 'Unchanged',
  kept: 'Kept',
  skipped: 'Skipped',
} as const satisfies Record<DocumentOutcome, string>

export const undoLabels = { removed: 'Removed', gone: 'Already deleted', kept: 'Kept' } as const satisfies Record<
  UndoOutcome,
  string
>

const stateMeta = {
  reading: { label: 'Reading', tone: 'info', icon: IconLoader2 },
  checked: { label: 'Checked', tone: 'info', icon: IconReportSearch },
  writing: { label: 'Writing', tone: 'info', icon: IconPencil },
  stopped: { label: 'Stopped', tone: 'warn', icon: IconPlayerPause },
  done: { label: 'Done', tone: 'ok', icon: IconCircleCheck },
  undoing: { label: 'Undoing', tone: 'info', icon: IconArrowBackUp },
  undone: { label: 'Undone', tone: 'neutral', icon: IconArrowBackUp },
} as const satisfies Record<ImportState, { label: string; tone: Tone; icon: IconLike }>

export const writtenOf = ({ outcomes }: Pick<ImportRunRow, 'outcomes'>) =>
  documentOutcomes.reduce((sum, name) => sum + (outcomes[name] ?? 0), 0)

export function progressText(run: ImportRunRow): string | null {
  if (run.state === 'reading') return `${counted(run.read, 'document')} read`
  if (run.state !== 'writing' && !(run.state === 'stopped' && run.mayContinue)) return null
  return `${formatCount(writtenOf(run))} of ${counted(run.total ?? run.read, 'document')}`
}

export const starterText = ({ startedBy }: Pick<ImportRunRow, 'startedBy'>) => startedBy?.name ?? 'Command line'

export const sizeText = (bytes: number) =>
  bytes < 1e6 ? `${formatCount(Math.ceil(bytes / 1e3))} KB` : `${formatCount(Math.round(bytes / 1e6))} MB`

export function ImportStatePill({ state }: { state: ImportState }) {
  const { label, tone, icon } = stateMeta[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
