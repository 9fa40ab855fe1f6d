import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataTable, type Column, type TableSort } from './data-table'
import { ListToolbar } from './list-toolbar'

interface Drink {
  id: string
  name: string
  price: number
}

const drinks: Drink[] = [
  { id: 'd1', name: 'Espresso', price: 3 },
  { id: 'd2', name: 'Flat white', price: 4 },
  { id: 'd3', name: 'Lemonade', price: 5 },
]
const columns: Column<Drink>[] = [
  { id: 'name', header: 'Name', cell: (drink) => drink.name, sortKey: 'name' },
  { id: 'price', header: 'Price', cell: (drink) => drink.price, align: 'right', sortKey: 'price' },
  { id: 'code', header: 'Code', cell: (drink) => drink.id, hiddenByDefault: true },
]

interface HarnessProps {
  onOpen?: (id: string) => void
  onSelection?: (ids: string[]) => void
  onSort?: (sort: TableSort) => void
  loading?: boolean
}

function Harness({ onOpen = () => undefined, onSelection, onSort, loading = false }: HarnessProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const change = (next: ReadonlySet<string>) => {
    setIds(next)
    onSelection?.([...next])
  }
  return (
    <>
      <ListToolbar find={{ placeholder: 'Search drinks', label: 'Search drinks', q: '', onChange: () => undefined }} />
      <DataTable
        columns={columns}
        rows={loading ? [] : drinks}
        rowId={(drink) => drink.id}
        rowLabel={(drink) => drink.name}
        onOpen={onOpen}
        selection={{ ids, onChange: change }}
        sort={{ key: 'name', direction: 'desc' }}
        onSortChange={onSort}
        loading={loading}
        skeletonRows={6}
        caption="Drinks"
      />
    </>
  )
}

afterEach(cleanup)

it('draws of many rows only the one again that has changed, and none that is selected', async () => {
  const drawn = vi.fn((drink: Drink) => drink.name)
  const watched: Column<Drink>[] = [{ id: 'name', header: 'Name', cell: drawn }]
  const byId = (drink: Drink) => drink.id
  const byName = (drink: Drink) => drink.name
  function Watched() {
    const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
    const [rows, setRows] = useState(drinks)
    const rename = () => setRows(([first, ...others]) => (first ? [{ ...first, name: 'Ristretto' }, ...others] : []))
    return (
      <>
        <button onClick={rename}>Rename</button>
        <DataTable
          columns={watched}
          rows={rows}
          rowId={byId}
          rowLabel={byName}
          onOpen={() => undefined}
          selection={{ ids, onChange: setIds }}
          loading={false}
          caption="Drinks"
        />
      </>
    )
  }
  render(<Watched />)
  drawn.mockClear()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Flat white' }))
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
  expect(drawn).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(drawn.mock.calls.map(([drink]) => drink.name)).toEqual(['Ristretto'])
})

it('draws no cell again for another order, whose rows are still to come: links alone follow the address', async () => {
  const drawn = vi.fn((drink: Drink) => drink.name)
  const watched: Column<Drink>[] = [{ id: 'name', header: 'Name', sortKey: 'name', cell: drawn }]
  const byId = (drink: Drink) => drink.id
  function Sorted() {
    const [sort, setSort] = useState<TableSort>({ key: 'name', direction: 'asc' })
    const change = (next: TableSort) => {
      window.history.replaceState(null, '', `?order=${next.direction}&id=open`)
      setSort(next)
    }
    return (
      <DataTable
        columns={watched}
        rows={drinks}
        rowId={byId}
        rowLabel={byId}
        onOpen={() => undefined}
        sort={sort}
        onSortChange={change}
        loading={false}
        caption="Drinks"
      />
    )
  }
  render(<Sorted />)
  drawn.mockClear()
  await userEvent.click(screen.getByRole('button', { name: /Name/ }))
  expect(drawn).not.toHaveBeenCalled()
  const [first] = screen.getAllByRole('link')
  expect(first?.getAttribute('href')).toBe(`?order=desc&id=${drinks[0]?.id}`)
  window.history.replaceState(null, '', '/')
})

describe('DataTable by keyboard', () => {
  it('enters the list with J, walks with the arrows and opens with Enter', async () => {
    const onOpen = vi.fn()
    render(<Harness onOpen={onOpen} />)
    await userEvent.keyboard('j')
    expect(document.activeElement?.textContent).toBe('Espresso')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Lemonade')
    await userEvent.keyboard('k{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('d2')
  })

  it('selects the active row with X', async () => {
    const onSelection = vi.fn()
    render(<Harness onSelection={onSelection} />)
    await userEvent.keyboard('jjx')
    expect(onSelection).toHaveBeenLastCalledWith(['d2'])
  })

  it('leaves letters alone while a person types in the search', async () => {
    render(<Harness />)
    await userEvent.keyboard('/jx')
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search drinks' })
    expect(document.activeElement).toBe(search)
    expect(search.value).toBe('jx')
  })
})

describe('DataTable by mouse', () => {
  it('takes a range with Shift-click', async () => {
    const onSelection = vi.fn()
    const user = userEvent.setup()
    render(<Harness onSelection={onSelection} />)
    await user.click(screen.getByRole('checkbox', { name: 'Select Espresso' }))
    await user.keyboard('{Shift>}')
    await user.click(within(screen.getByRole('row', { name: /Lemonade/ })).getByText('5'))
    await user.keyboard('{/Shift}')
    expect(onSelection).toHaveBeenLastCalledWith(['d1', 'd2', 'd3'])
  })

  it('opens a row from its link, which also has an address of its own', async () => {
    const onOpen = vi.fn()
    render(<Harness onOpen={onOpen} />)
    const link = screen.getByRole('link', { name: 'Flat white' })
    expect(link.getAttribute('href')).toBe('?id=d2')
    await userEvent.click(link)
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('d2')
  })

  it('says how it is sorted and turns the order round', async () => {
    const onSort = vi.fn()
    render(<Harness onSort={onSort} />)
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(onSort).toHaveBeenCalledWith({ key: 'name', direction: 'asc' })
  })
})

describe('DataTable while loading', () => {
  it('draws as many rows as asked for and hides columns that are hidden by default', () => {
    render(<Harness loading />)
    expect(document.querySelectorAll('tbody tr')).toHaveLength(6)
    expect(screen.queryByRole('columnheader', { name: 'Code' })).toBeNull()
  })
})
