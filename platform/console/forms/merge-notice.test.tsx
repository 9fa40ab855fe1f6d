import { useForm } from '@mantine/form'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { now } from '../clock'
import { renderConsole } from '../testing/render-console'
import { MergeNotice } from './merge-notice'
import { type MergeLabels, useMerge } from './use-merge'

type Values = { name: string; note: string }
type Row = Values & { version: number }
const labels: MergeLabels<Values> = { labels: { name: 'Name', note: 'Note' } }
const toFormValues = ({ name, note }: Row): Values => ({ name, note })
const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * 60_000)
const stale = (data: object = {}) => Object.assign(new Error('Stale'), { data: { reason: 'STALE_VERSION', ...data } })

interface FrameDetails {
  save: (values: Values & { version: number }) => Promise<unknown>
  load: () => Promise<Row>
}

function renderFrame({ save, load }: FrameDetails) {
  const sent = vi.fn(save)
  function Frame() {
    const [row, setRow] = useState<Row>({ name: 'Cup', note: '', version: 1 })
    const form = useForm<Values>({ initialValues: toFormValues(row) })
    const merge = useMerge({ labels, base: row, toFormValues, load, rebase: setRow, form })
    const submit = async (values: Values) => {
      await sent({ ...values, version: row.version }).catch((error: unknown) => merge.meet(error))
    }
    return (
      <form onSubmit={form.onSubmit((values) => void submit(values))}>
        <input aria-label="Name" {...form.getInputProps('name')} />
        <input aria-label="Note" {...form.getInputProps('note')} />
        <button>Save</button>
        <MergeNotice what="plan" view={merge.view} />
      </form>
    )
  }
  renderConsole(<Frame />, {})
  return sent
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const once = (error: Error) => vi.fn(() => Promise.resolve<unknown>(undefined)).mockRejectedValueOnce(error)

it('names who saved and when, and takes theirs over where the person has changed nothing', async () => {
  const sent = renderFrame({
    save: once(stale({ savedBy: 'Maya Lindqvist', savedAt: minutesAgo(2) })),
    load: () => Promise.resolve({ name: 'Cup', note: 'Theirs', version: 2 }),
  })
  type('Name', 'Mine')
  save()
  expect(await screen.findByText('Maya Lindqvist saved this plan 2 minutes ago')).toBeTruthy()
  expect(screen.getByText(/You changed other fields.*Updated: Note\./)).toBeTruthy()
  expect([field('Name').value, field('Note').value]).toEqual(['Mine', 'Theirs'])
  expect(screen.queryByRole('radio')).toBeNull()
  save()
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ name: 'Mine', note: 'Theirs', version: 2 }))
})

it('lets the person choose where both changed the same, and keeps both until then', async () => {
  const sent = renderFrame({
    save: once(stale()),
    load: () => Promise.resolve({ name: 'Theirs', note: '', version: 2 }),
  })
  type('Name', 'Mine')
  save()
  expect(await screen.findByText('This plan was changed while you were editing')).toBeTruthy()
  const choice = screen.getByRole('group', { name: 'Name' })
  expect(within(choice).getByText('Mine', { selector: 'span span' })).toBeTruthy()
  const [mine, theirs] = within(choice).getAllByRole<HTMLInputElement>('radio')
  expect([mine?.checked, field('Name').value]).toEqual([true, 'Mine'])
  fireEvent.click(theirs!)
  expect([theirs?.checked, field('Name').value]).toEqual([true, 'Theirs'])
  expect(screen.getByText(/Nothing to save/)).toBeTruthy()
  fireEvent.click(mine!)
  expect([mine?.checked, field('Name').value]).toEqual([true, 'Mine'])
  save()
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ name: 'Mine', note: '', version: 2 }))
})

it('shows both versions of times on the reader’s clock, and leaves other text as it was typed', async () => {
  labels.times = ['Note']
  renderFrame({
    save: once(stale()),
    load: () => Promise.resolve({ name: 'At 19:30', note: '07:00–19:00', version: 2 }),
  })
  type('Name', 'At 20:00')
  type('Note', '08:00–20:00')
  save()
  const group = async (name: string) => (await screen.findByRole('group', { name })).textContent
  expect(await group('Note')).toMatch(/8:00\sAM–8:00\sPM.*7:00\sAM–7:00\sPM/)
  expect(await group('Name')).toMatch(/At 20:00.*At 19:30/)
  labels.times = undefined
})

it('keeps what was typed when their version cannot be read, and tries again', async () => {
  const load = vi
    .fn(() => Promise.resolve({ name: 'Cup', note: 'Theirs', version: 2 }))
    .mockRejectedValueOnce(new Error('down'))
  renderFrame({ save: once(stale({ savedBy: 'You', savedAt: minutesAgo(0) })), load })
  type('Name', 'Mine')
  save()
  expect(await screen.findByText('You saved this plan just now')).toBeTruthy()
  expect(field('Name').value).toBe('Mine')
  fireEvent.click(await screen.findByRole('button', { name: 'Load the saved version' }))
  await waitFor(() => expect(field('Note').value).toBe('Theirs'))
  expect(field('Name').value).toBe('Mine')
})

it('names the form and the saved version when the person was first themselves', async () => {
  renderFrame({
    save: once(stale({ savedBy: 'You', savedAt: minutesAgo(0) })),
    load: () => Promise.resolve({ name: 'Older', note: '', version: 2 }),
  })
  type('Name', 'Newer')
  save()
  expect(await screen.findByText(/Changed in both versions/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^This form/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^Saved version/ })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/theirs|someone else/i)
})

it('claims neither another person nor another window when the answer to the first try was lost', async () => {
  const answers = vi
    .fn(() => Promise.reject(stale({ savedBy: 'You', savedAt: minutesAgo(0) })))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const sent = renderFrame({ save: answers, load: () => Promise.resolve({ name: 'Mine', note: '', version: 2 }) })
  type('Name', 'Mine')
  save()
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  save()
  expect(await screen.findByText('You saved this plan just now')).toBeTruthy()
  expect(screen.getByText(/You’re seeing the latest version\. Nothing to save\./)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/another window|someone else|nothing was saved/i)
})

it('leaves other refusals to the form', async () => {
  const load = vi.fn(() => Promise.resolve({ name: 'Cup', note: '', version: 2 }))
  const sent = renderFrame({ save: once(new Error('broken')), load })
  save()
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(load).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
})
