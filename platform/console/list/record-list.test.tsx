import { QueryClientProvider, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Page } from '../../shared/pagination'
import { createQueryClient } from '../query-client'
import { RecordRows } from './record-list'
import type { RecordListState } from './use-record-list'

interface Drink {
  id: string
}
type Drinks = Page<Drink>
const page: Drinks = { rows: [{ id: 'Espresso' }, { id: 'Lungo' }], hasMore: false, nextCursor: null, total: 2 }
const drawn = vi.fn((drink: Drink) => drink.id)
const columns = [{ id: 'name', header: 'Name', cell: drawn }]

/** Like real pages, creates a new `menu` function on each render. */
function DrinksPage() {
  const [price, setPrice] = useState(3)
  const query = useInfiniteQuery<Drinks, Error, InfiniteData<Drinks, string | undefined>, string[], string | undefined>(
    {
      queryKey: ['drinks'],
      queryFn: () => Promise.resolve(page),
      initialData: { pages: [page], pageParams: [undefined] },
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    },
  )
  const list: Partial<RecordListState<Drink>> = {
    name: 'Drinks',
    caption: 'Drinks',
    query,
    pages: { rows: page.rows, loaded: 1, total: 2, hasMore: false },
    columns,
    visible: ['name'],
    rowId: (drink) => drink.id,
    rowLabel: (drink) => drink.id,
    open: () => undefined,
    empty: () => null,
  }
  const chips = { filters: [], values: {}, onChange: () => undefined }
  return (
    <>
      <button onClick={() => setPrice(4)}>Dearer</button>
      <RecordRows
        list={{ ...list, chips } as RecordListState<Drink>}
        menu={(drink) => `${drink.id} for ${price}`}
        selectable={false}
      />
    </>
  )
}

afterEach(cleanup)

it('draws the menus again that a page makes with each drawing, and no other cell of their rows', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DrinksPage />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Lungo for 3')).toBeTruthy()
  drawn.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Dearer' }))
  expect(screen.getByText('Lungo for 4')).toBeTruthy()
  expect(drawn).not.toHaveBeenCalled()
})
