import { ORPCError } from '@orpc/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console'
import { useWrite } from './use-write'

type Shop = { id: string; name: string; isOpen: boolean; version: number }
const shop: Shop = { id: 'a', name: 'Alder', isOpen: true, version: 1 }
const keys = [['shops']] as const

function Shops({ call }: { call: (row: Shop, isOpen: boolean) => Promise<object> }) {
  const client = useQueryClient()
  // Read once: what a write changes is what is looked at, not what is read after it.
  const record = useQuery({ queryKey: ['shops', 'get'], queryFn: () => shop, initialData: shop, enabled: false }).data
  const known = {
    pages: [
      {
        rows: [
          { id: 'a', isOpen: true },
          { id: 'b', isOpen: true },
        ],
      },
    ],
  }
  const list = useQuery({ queryKey: ['shops', 'list'], queryFn: () => known, initialData: known, enabled: false }).data
  const write = useWrite<Shop, boolean>({
    call,
    keys,
    next: (isOpen) => ({ isOpen }),
    failed: 'Not changed',
    done: (saved, isOpen) => ({ title: isOpen ? 'Opened' : 'Closed', undo: () => write.run(saved, !isOpen) }),
  })
  return (
    <>
      <button type="button" aria-pressed={record.isOpen} onClick={() => write.run(record, !record.isOpen)}>
        Open
      </button>
      <output>
        {list.pages.flatMap(({ rows }) => rows.map(({ id, isOpen }) => `${id}${String(isOpen)}`)).join(' ')}
      </output>
      <p>{Object.keys(list.pages[0]?.rows[0] ?? {}).join()}</p>
      <button type="button" onClick={() => client.setQueryData(['shops', 'get'], { ...record, name: 'Birch' })}>
        {`${record.name} ${record.version}`}
      </button>
    </>
  )
}
const pressed = () => screen.getByRole('button', { name: 'Open' }).getAttribute('aria-pressed')
const rows = () => screen.getByRole('status', { name: '' }).textContent

it('shows the new state in record and rows while the answer is 2 s away, and is not begun twice', async () => {
  let answer: (saved: object) => void = () => undefined
  const call = vi.fn(() => new Promise<object>((resolve) => (answer = resolve)))
  renderConsole(<Shops call={call} />, {})
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(pressed()).toBe('false'))
  expect(rows()).toBe('afalse btrue')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(call).toHaveBeenCalledTimes(1)
  await act(async () => answer({ isOpen: false, version: 2 }))
  expect(await screen.findByText('Alder 2')).toBeTruthy()
  expect(screen.getByText('id,isOpen')).toBeTruthy()
})

it('keeps showing the new state after a read that began while the answer is away', async () => {
  let answer: (saved: object) => void = () => undefined
  const { client } = renderConsole(<Shops call={() => new Promise<object>((resolve) => (answer = resolve))} />, {})
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(pressed()).toBe('false'))
  await act(() => client.fetchQuery({ queryKey: ['shops', 'get'], queryFn: () => ({ ...shop, name: 'Birch' }) }))
  expect(await screen.findByText('Birch 1')).toBeTruthy()
  expect(pressed()).toBe('false')
  await act(async () => answer({ isOpen: false, version: 2 }))
  // Afterwards a read counts again.
  await act(() =>
    client.fetchQuery({ queryKey: ['shops', 'get'], queryFn: () => ({ ...shop, version: 3 }), staleTime: 0 }),
  )
  await waitFor(() => expect(pressed()).toBe('true'))
})

it('takes it back with the version of the answer', async () => {
  const call = vi.fn((row: Shop, isOpen: boolean) => Promise.resolve({ isOpen, version: row.version + 1 }))
  renderConsole(<Shops call={call} />, {})
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(pressed()).toBe('true'))
  expect(call.mock.lastCall).toEqual([expect.objectContaining({ version: 2 }), true])
})

it('§8 puts back what was refused, says why, and keeps what else has changed in the meantime', async () => {
  let refuse: (error: Error) => void = () => undefined
  renderConsole(<Shops call={() => new Promise((_, reject) => (refuse = reject))} />, {})
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(pressed()).toBe('false'))
  await user.click(screen.getByRole('button', { name: 'Alder 1' }))
  await act(async () => refuse(new ORPCError('CONFLICT', { message: 'The shop is sold.' })))
  await waitFor(() => expect(pressed()).toBe('true'))
  expect(rows()).toBe('atrue btrue')
  expect(screen.getByText('Birch 1')).toBeTruthy()
  expect(await screen.findByText('The shop is sold.')).toBeTruthy()
})

it('reads its own lists again, though a write of others is still under way', async () => {
  const read = vi.fn()
  const answers = new Map<string, () => void>()
  const callOf = (name: string) => () => new Promise<object>((resolve) => void answers.set(name, () => resolve({})))
  function Both() {
    const known = { next: () => ({}), failed: 'Not changed' }
    const one = useWrite<Shop, boolean>({ ...known, call: callOf('one'), keys: [['one']] })
    const other = useWrite<Shop, boolean>({ ...known, call: callOf('other'), keys: [['other']] })
    useQuery({ queryKey: ['one'], queryFn: () => read() ?? null, initialData: null, staleTime: Infinity })
    const writeBoth = () => {
      one.run(shop, true)
      other.run(shop, true)
    }
    return (
      <button type="button" onClick={writeBoth}>
        Write both
      </button>
    )
  }
  renderConsole(<Both />, {})
  await userEvent.setup().click(screen.getByRole('button', { name: 'Write both' }))
  await waitFor(() => expect(answers.size).toBe(2))
  expect(read).not.toHaveBeenCalled()
  await act(async () => answers.get('one')?.())
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1))
})
