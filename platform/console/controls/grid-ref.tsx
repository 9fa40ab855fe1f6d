/**
 * `ref` of a table, grid or list that is one tab stop. Its code comes after the first frame; until then each control is
 * a stop of its own.
 */
export function gridRef(grid: HTMLElement | null): (() => void) | undefined {
  if (!grid) return undefined
  const ended = new AbortController()
  const attach = async () => {
    const { attachGridKeys } = await import('./grid-keys')
    if (!ended.signal.aborted) attachGridKeys(grid, ended.signal)
  }
  attach().catch(() => undefined)
  return () => ended.abort()
}
