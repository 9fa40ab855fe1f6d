import { cardPlaces } from './data-row'
import type { Column } from './title-cell'

export type DropColumns = (change: (dropped: readonly string[]) => readonly string[]) => void

interface Fitting<T> {
  columns: Column<T>[]
  loading: boolean
  /** Absent if all shown columns were chosen. */
  onDrop: DropColumns | undefined
}

/**
 * Drops the default columns that a table has no room for, extras before facts, and of each the last first. A phone card
 * drops only extras.
 */
export function fitColumns<T>(frame: HTMLElement, signal: AbortSignal, read: () => Fitting<T>): void {
  const widths = new Map<string, number>()
  /** Sums the columns that always stay. */
  let othersWidth = 0

  function fit() {
    const { columns, loading, onDrop } = read()
    const table = frame.firstElementChild
    // Cells are narrower on paper, which takes what the screen shows.
    if (!table || !onDrop || window.matchMedia('print').matches) return
    const places = cardPlaces(columns)
    const placed = (wanted: string) => columns.filter((one, at) => !one.hiddenByDefault && places[at] === wanted)
    const extras = placed('hide')
    if (getComputedStyle(table).display === 'block') drop(extras)
    else if (!loading) measure([...placed('fact'), ...extras])

    function measure(optional: readonly Column<T>[]) {
      // Columns that overflow have the width of their content; others are stretched.
      if (frame.scrollWidth > frame.clientWidth) {
        othersWidth = frame.scrollWidth
        for (const { id } of optional) {
          const width = frame.querySelector<HTMLElement>(`th[data-column="${id}"]`)?.offsetWidth
          if (width === undefined) continue
          widths.set(id, width)
          othersWidth -= width
        }
      }
      let room = frame.clientWidth - othersWidth
      drop(optional.filter(({ id }) => (room -= widths.get(id) ?? 0) < 0))
    }

    function drop(without: readonly Column<T>[]) {
      const ids = without.map(({ id }) => id)
      onDrop?.((before) => (before.join() === ids.join() ? before : ids))
    }
  }

  const [resized, changed] = [new ResizeObserver(fit), new MutationObserver(fit)]
  resized.observe(frame)
  // It grows with later fonts and texts too.
  if (frame.firstElementChild) resized.observe(frame.firstElementChild)
  changed.observe(frame, { childList: true, subtree: true })
  signal.addEventListener('abort', () => {
    resized.disconnect()
    changed.disconnect()
  })
}
