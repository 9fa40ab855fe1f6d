import { withoutControls } from '@quaff/platform/shared/readable-text'
import type { ExportCounts } from './exports-contract'
import { documentKinds, kindLabels } from './kinds-rules'

/** 0: all of it is there; 3: a file is missing, or something could not be said. */
export const exportExitCodeOf = ({ missingFiles, inexact }: ExportCounts): 0 | 3 =>
  missingFiles.length > 0 || inexact > 0 ? 3 : 0

/** What was written, kind by kind, as a terminal shows it. */
export function exportLines({ documents, files, missingFiles, inexact }: ExportCounts): string[] {
  const line = (label: string, count: number) => `  ${label.padEnd(20)}${count.toLocaleString('en-US').padStart(12)}`
  const labels = { ...kindLabels, others: 'Other documents' }
  return [
    'Written',
    ...[...documentKinds, 'others' as const].flatMap((kind) =>
      documents[kind] ? [line(labels[kind], documents[kind])] : [],
    ),
    line('Files', files),
    ...(inexact > 0 ? [`  Only partly possible in this format: ${inexact.toLocaleString('en-US')} documents`] : []),
    ...missingFiles.map((name) => `  Missing from file storage: ${withoutControls(name)}`),
  ]
}
