import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ThemeProvider } from '../../theme/theme-provider'
import { DataTable, type Column } from '../data-table'
import { ListMenu, useVisibleColumns } from '../list-menus'

type Drink = { id: string }
const column = (id: string, card: Column<Drink>['card'], hiddenByDefault = false): Column<Drink> => ({
  id,
  header: id,
  card,
  hiddenByDefault,
  cell: () => id,
})
const columns = [
  column('Name', 'title'),
  column('Price', 'fact'),
  column('Size', 'hide'),
  column('Sold', 'fact'),
  column('Roast', 'hide'),
  column('Status', 'status'),
  column('Code', 'fact', true),
]
const columnWidth = 100
const rows = [{ id: 'Espresso' }]

/** The width of the frame; the page lays nothing out in tests. */
let room = 0
let resize: (() => void) | undefined

beforeEach(() => {
  const heads = (element: Element) => element.querySelectorAll('th').length
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => columnWidth)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Math.max(room, heads(this) * columnWidth)
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly listener: () => void) {}
      observe(element: Element) {
        if (!element.querySelector('table')) return
        resize = this.listener
        resize()
      }
      disconnect() {}
      unobserve() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Drinks() {
  const shown = useVisibleColumns('drinks', columns)
  return (
    <ThemeProvider>
      <ListMenu columns={{ columns, shown }} />
      <DataTable
        caption="Drinks"
        columns={columns}
        visibleColumns={shown.visible}
        onDrop={shown.onDrop}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ id }) => id}
        onOpen={() => undefined}
        loading={false}
      />
    </ThemeProvider>
  )
}

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const shows = (...expected: string[]) => vi.waitFor(() => expect(headers()).toEqual(expected))

it('drops extras before facts, the last first, and takes them back once there is room', async () => {
  room = 600
  render(<Drinks />)
  await shows('Name', 'Status', 'Price', 'Size', 'Sold', 'Roast')
  room = 500
  resize?.()
  await shows('Name', 'Status', 'Price', 'Size', 'Sold')
  room = 300
  resize?.()
  await shows('Name', 'Status', 'Price')
  room = 100
  resize?.()
  await shows('Name', 'Status')
  room = 400
  resize?.()
  await shows('Name', 'Status', 'Price', 'Sold')
})

it('shows chosen columns at any width, and the default ones again on request', async () => {
  room = 300
  render(<Drinks />)
  await shows('Name', 'Status', 'Price')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const roast = await screen.findByRole('menuitemcheckbox', { name: 'Roast', hidden: true })
  expect(roast.getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByRole('menuitem', { name: 'Default columns', hidden: true })).toBeNull()
  await user.click(roast)
  await shows('Name', 'Status', 'Price', 'Roast')
  await user.click(screen.getByRole('menuitem', { name: 'Default columns', hidden: true }))
  await shows('Name', 'Status', 'Price')
})

it('drops extras alone where rows are cards, as on phones', async () => {
  room = 100
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ display: 'block' } as CSSStyleDeclaration)
  render(<Drinks />)
  await shows('Name', 'Status', 'Price', 'Sold')
})

it('prints the columns that the screen shows', async () => {
  room = 600
  render(<Drinks />)
  await shows('Name', 'Status', 'Price', 'Size', 'Sold', 'Roast')
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  room = 100
  resize?.()
  expect(media).toHaveBeenLastCalledWith('print')
  await shows('Name', 'Status', 'Price', 'Size', 'Sold', 'Roast')
})
