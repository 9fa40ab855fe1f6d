import type { DocumentOutcome, UndoOutcome } from '../runs-contract'

export const outcomeLabels = {
  created: 'Created',
  updated: 'Updated',
  same: 'Unchanged',
  kept: 'Kept',
  aside: 'Skipped',
} as const satisfies Record<DocumentOutcome, string>

export const undoLabels = { removed: 'Removed', gone: 'Already deleted', kept: 'Kept' } as const satisfies Record<
  UndoOutcome,
  string
>
