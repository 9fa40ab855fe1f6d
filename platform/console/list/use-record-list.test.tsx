import { MutationObserver, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient, hiddenLists } from '../query-client'
import type { ListDefinition } from './list-definition'
import { searchOf } from './search-values'
import { readListAhead, useRecordList } from './use-record-list'

type Drinks = ListDefinition<{ id: string }, object, Record<never, never>, Record<never, never>, object, object>

const minute = 60_000

function openConsole(staleTime?: number) {
  const client = createQueryClient()
  const read = vi.fn(() => Promise.resolve({ rows: [{ id: 'Espresso' }], hasMore: false, nextCursor: null, total: 1 }))
  const list: Partial<Drinks> = {
    name: 'Drinks',
    columnsName: () => 'drinks',
    search: searchOf({}),
    filters: {},
    api: { infiniteOptions: (options: object) => ({ ...options, queryKey: ['drinks'], queryFn: read }) } as never,
    filter: () => ({}),
    input: () => ({}),
    note: () => '',
    empty: () => null,
    ...(staleTime !== undefined && { staleTime }),
  }
  const visit = async () => {
    const { result, unmount } = renderHook(
      () => useRecordList(list as Drinks, { search: {}, onSearch: () => undefined, details: {} }),
      { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
    )
    await waitFor(() => expect(result.current.query.isFetching).toBe(false))
    unmount()
    return read.mock.calls.length
  }
  return { client, visit, list: list as Drinks, read }
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('§9 a list that says nothing of it is read again after five minutes, not at each visit', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { visit } = openConsole()
  expect([await visit(), await visit()]).toEqual([1, 1])
  vi.setSystemTime(Date.now() + 5 * minute - 1_000)
  expect(await visit()).toBe(1)
  vi.setSystemTime(Date.now() + 2_000)
  expect(await visit()).toBe(2)
})

it('one that says it is never fresh is read at each visit', async () => {
  const { visit } = openConsole(0)
  expect([await visit(), await visit()]).toEqual([1, 2])
})

it('is read at the next visit once something has changed, by another user or by an own act', async () => {
  const { client, visit, read } = openConsole()
  await visit()
  await hiddenLists.outdate(client)
  expect(read).toHaveBeenCalledOnce()
  expect([await visit(), await visit()]).toEqual([2, 2])
  await new MutationObserver(client, { mutationFn: () => Promise.resolve('poured') }).mutate()
  expect([await visit(), await visit()]).toEqual([3, 3])
})

it('what was read ahead is shown as it is', async () => {
  const { client, visit, list, read } = openConsole()
  await readListAhead(list, { client, search: {} }, {})
  expect(read).toHaveBeenCalledOnce()
  expect([await visit(), await visit()]).toEqual([1, 1])
})
