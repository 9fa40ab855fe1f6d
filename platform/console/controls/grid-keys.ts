const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'
/** They need the arrow keys themselves: their cell has the focus until Enter or a digit begins to edit. */
const editors = 'input:not([type="checkbox"], [type="radio"]), select'
const values = 'td, [role="gridcell"]'
/** Matches the element that Tab enters first. */
const entry = '[data-entry], [data-row-link]'
const PAGE_ROWS = 10

const all = (inside: Element, selector: string) => [...inside.querySelectorAll<HTMLElement>(selector)]
const clamp = (index: number, { length }: readonly unknown[]) => Math.min(Math.max(index, 0), length - 1)

/** The places in a cell that have the focus: its controls, or the cell itself. Headings without controls have none. */
function stopsOf(cell: HTMLElement): HTMLElement[] {
  const found = all(cell, controls)
  if (found.length > 0 && !found.some((one) => one.matches(editors))) return found
  return found.length > 0 || cell.matches(values) ? [cell] : []
}

type Step = readonly [rows: number, stops: number]

function stepOf({ key, ctrlKey }: KeyboardEvent, isTurned: boolean): Step | undefined {
  const far = Infinity
  const corners: Readonly<Record<string, Step>> = { Home: [-far, -far], End: [far, far] }
  if (ctrlKey) return corners[key]
  const [back, on]: readonly [Step, Step] = isTurned
    ? [
        [0, -1],
        [0, 1],
      ]
    : [
        [-1, 0],
        [1, 0],
      ]
  const steps: Readonly<Record<string, Step>> = {
    ArrowUp: back,
    ArrowDown: on,
    ArrowLeft: isTurned ? [-1, 0] : [0, -1],
    ArrowRight: isTurned ? [1, 0] : [0, 1],
    Home: [0, -far],
    End: [0, far],
    PageUp: [-PAGE_ROWS, 0],
    PageDown: [PAGE_ROWS, 0],
  }
  return steps[key]
}

/**
 * Makes a table, grid or list one tab stop whose cells and controls are reached by arrow keys, Home, End and Page keys
 * (WAI-ARIA grid pattern). It works on the elements, so that moving renders nothing.
 */
export function attachGridKeys(grid: HTMLElement, signal: AbortSignal): void {
  const isTable = grid.matches('table, [role="grid"]')
  const rows = isTable ? 'tr, [role="row"]' : 'li'
  const cells = isTable ? `${values}, th, [role="columnheader"], [role="rowheader"]` : 'li'
  let current: HTMLElement | undefined
  let rowIndex = 0
  let hasFocus = false

  const cellsOf = (row: HTMLElement) => (isTable ? all(row, cells) : [row])
  const shownRows = () =>
    all(grid, rows).filter(
      (row) =>
        row.querySelector(`${controls}, ${values}`) !== null &&
        // Phones hide the head alone, and asking each row takes long.
        (!row.closest('thead') || row.checkVisibility?.() !== false),
    )

  function stopAt(element: Element): HTMLElement | undefined {
    const cell = element.closest<HTMLElement>(cells)
    return cell ? (stopsOf(cell).find((stop) => stop.contains(element)) ?? cell) : undefined
  }

  /** The stop of a row that is nearest to a column; `place` counts within the cell. */
  function nearestStop(row: HTMLElement | undefined, column: number, place = 0): HTMLElement | undefined {
    const [found] = (row ? cellsOf(row) : [])
      .map((cell, index) => ({ stops: stopsOf(cell), distance: Math.abs(index - column) }))
      .filter(({ stops }) => stops.length > 0)
      .sort((a, b) => a.distance - b.distance)
    return found?.stops[clamp(place, found.stops)]
  }

  function rove(stop: HTMLElement | undefined) {
    if (current === stop) return
    if (current) current.tabIndex = -1
    current = stop
    if (!stop) return
    stop.tabIndex = 0
    rowIndex = all(grid, rows).indexOf(stop.closest<HTMLElement>(rows) ?? stop)
  }

  function focusStop(stop: HTMLElement | undefined) {
    if (!stop) return
    rove(stop)
    stop.focus()
    stop.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }

  /** Follows changed rows. The focus of a removed control goes to what has come in its place. */
  function refresh() {
    if (grid.ariaBusy === 'true') return
    const isRemoved = current !== undefined && !grid.contains(current)
    if (!current || isRemoved || current.checkVisibility?.() === false) {
      const shown = shownRows()
      if (isRemoved && hasFocus && document.activeElement === document.body)
        focusStop(nearestStop(all(grid, rows)[rowIndex] ?? shown.at(-1), 0))
      else
        rove(
          grid.querySelector<HTMLElement>(entry) ??
            nearestStop(shown.find((row) => !row.closest('thead')) ?? shown[0], 0),
        )
    }
    for (const one of all(grid, controls)) if (one !== current && one.tabIndex !== -1) one.tabIndex = -1
  }

  function onFocusIn({ target }: FocusEvent) {
    hasFocus = true
    if (target instanceof Element) rove(stopAt(target) ?? current)
  }

  function onFocusOut({ target }: FocusEvent) {
    queueMicrotask(() => {
      if (target instanceof Node && target.isConnected) hasFocus = grid.contains(document.activeElement)
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target } = event
    const stop = target instanceof HTMLElement && stopAt(target)
    if (!stop || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    if (target.matches(editors)) {
      if (event.key !== 'Escape' && event.key !== 'Enter') return
      // Escape ends the editing and not the dialog around it; Enter sends no form.
      event.stopPropagation()
      event.preventDefault()
      focusStop(stop)
    } else if (stop !== target || !enterCell(event, stop)) {
      const step = stepOf(event, getComputedStyle(grid).gridAutoFlow?.startsWith('column'))
      if (!step) return
      event.preventDefault()
      move(stop, step)
    }
  }

  /** Enter on a cell edits its field or opens its row; a digit begins to edit. */
  function enterCell(event: KeyboardEvent, cell: HTMLElement): boolean {
    if (event.ctrlKey || !cell.matches(values)) return false
    const isEnter = event.key === 'Enter' || event.key === 'F2'
    const editor = cell.querySelector<HTMLElement>(editors)
    if (!isEnter && !(editor && /^\d$/.test(event.key))) return false
    // The digit itself goes to the field that has the focus by then.
    if (isEnter) event.preventDefault()
    if (editor) editor.focus()
    else cell.closest(rows)?.querySelector<HTMLElement>(entry)?.click()
    return true
  }

  function move(stop: HTMLElement, [down, right]: Step) {
    const shown = shownRows()
    const at = shown.findIndex((row) => row.contains(stop))
    const [from, to] = [shown[at], shown[clamp(at + down, shown)]]
    if (!from || !to) return
    if (right === 0) {
      const column = cellsOf(from).findIndex((cell) => cell.contains(stop))
      const place = stopsOf(cellsOf(from)[column] ?? from).indexOf(stop)
      focusStop(nearestStop(to, column, place))
    } else {
      const stops = cellsOf(to).flatMap((cell) => stopsOf(cell))
      focusStop(stops[clamp(stops.indexOf(stop) + right, stops)])
    }
  }

  refresh()
  const observer = new MutationObserver(refresh)
  observer.observe(grid, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
  signal.addEventListener('abort', () => observer.disconnect())
  grid.addEventListener('focusin', onFocusIn, { signal })
  grid.addEventListener('focusout', onFocusOut, { signal })
  grid.addEventListener('keydown', onKeyDown, { signal })
  window.addEventListener('resize', refresh, { signal })
}
