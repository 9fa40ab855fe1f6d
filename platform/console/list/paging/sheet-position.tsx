type SheetPosition = { position?: { index: number; total: number }; previous?: string; next?: string }

/** Where the open record stands among the loaded rows; nothing when it is not one of them. */
export function sheetPosition(
  rows: readonly { id: string }[],
  openId: string | undefined,
  total: number | undefined,
): SheetPosition {
  const index = rows.findIndex((row) => row.id === openId)
  if (index === -1) return {}
  return {
    position: { index: index + 1, total: total ?? rows.length },
    previous: rows[index - 1]?.id,
    next: rows[index + 1]?.id,
  }
}
