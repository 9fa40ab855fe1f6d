import type { DocumentOutcome, UndoOutcome } from '../../runs/contract'

export const outcomeLabels = {
  created: 'Created',
  updated: 'Updated',
  same: 'Unchanged',
  kept: 'Kept',
  aside: 'Aside',
} as const satisfies Record<DocumentOutcome, string>

export const undoLabels = { removed: 'Taken back', gone: 'Gone before', kept: 'Stays' } as const satisfies Record<
  UndoOutcome,
  string
>
