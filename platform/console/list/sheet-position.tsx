/** What the sheet of one record is given by the list that it was opened from. */
export interface SheetOfList<Row> {
  /** Undefined where no sheet is open. */
  id: string | undefined
  rows: readonly Row[]
  total: number | undefined
  onOpen: (id: string) => void
  onClose: () => void
}

type SheetPosition = {
  position?: { index: number; total: number }
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** Where the open record stands among the loaded rows, and the ways to its neighbours; nothing when it is none of them. */
export function sheetPosition(
  rows: readonly { id: string }[],
  openId: string | undefined,
  total: number | undefined,
  onOpen: (id: string) => void,
): SheetPosition {
  const index = rows.findIndex((row) => row.id === openId)
  if (index === -1) return {}
  const wayTo = (row: { id: string } | undefined) => row && (() => onOpen(row.id))
  return {
    position: { index: index + 1, total: total ?? rows.length },
    onPrevious: wayTo(rows[index - 1]),
    onNext: wayTo(rows[index + 1]),
  }
}
