import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console'
import { useDraft } from './use-draft'
import { useSave } from './use-save'

type Shop = { id: string; name: string; slug: string }
const shop: Shop = { id: 'a', name: 'Alder', slug: 'alder' }
const missing = (text: string) => (text === '' ? 'Enter it' : null)

function ShopForm({ send, onSaved }: { send: (name: string, key: string) => Promise<object>; onSaved?: () => void }) {
  const record = useQuery({ queryKey: ['shops'], queryFn: () => shop, initialData: shop, enabled: false }).data
  const form = useForm({ initialValues: { name: '', slug: 'alder' }, validate: { name: missing, slug: missing } })
  const { keyOf } = useDraft(undefined, false)
  const { submit, problem, busy } = useSave({
    form,
    keys: [['shops']],
    record,
    next: ({ name }) => ({ name }),
    send: ({ name }) => send(name, keyOf({ name })),
    onSaved,
    fieldOf: (named) => (named === 'address' ? 'slug' : named),
  })
  return (
    <form noValidate onSubmit={submit}>
      <h1>{record.name}</h1>
      <p role="alert">{problem}</p>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Slug" {...form.getInputProps('slug')} />
      <button type="submit">{busy ? 'Saving' : 'Save'}</button>
    </form>
  )
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (text: string) => userEvent.type(field('Name'), text)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const taken = (named?: string) => new ORPCError('CONFLICT', { message: 'It is taken.', data: { field: named } })

it('sends nothing that is wrong, and leads to the first fault', async () => {
  const send = vi.fn(() => Promise.resolve({}))
  renderConsole(<ShopForm send={send} />, {})
  await userEvent.clear(field('Slug'))
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  expect(screen.getAllByText('Enter it')).toHaveLength(2)
  expect(send).not.toHaveBeenCalled()
})

it('shows the new name at once, puts it back when it is refused, and says why at the field that the server names', async () => {
  let refuse: (error: Error) => void = () => undefined
  const onSaved = vi.fn()
  renderConsole(<ShopForm send={() => new Promise((_, reject) => (refuse = reject))} onSaved={onSaved} />, {})
  await type('Birch')
  await save()
  expect(await screen.findByRole('heading', { name: 'Birch' })).toBeTruthy()
  await act(async () => refuse(taken('address')))
  expect(await screen.findByRole('heading', { name: 'Alder' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Slug')))
  expect(screen.getByText('It is taken.').id).toBe(field('Slug').getAttribute('aria-describedby')?.trim())
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(field('Name').value).toBe('Birch')
  expect(onSaved).not.toHaveBeenCalled()
})

it.each([undefined, 'taxId'])('says above the form what is about no field that it shows: %s', async (named) => {
  renderConsole(<ShopForm send={() => Promise.reject(taken(named))} />, {})
  await type('Birch')
  await save()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('It is taken.'))
})

it('sends the same under the same key, and anything else under another one', async () => {
  const send = vi.fn((_name: string, _key: string) => Promise.reject(new Error('lost')))
  renderConsole(<ShopForm send={send} />, {})
  await type('Birch')
  await save()
  await screen.findByText(/couldn’t confirm this was saved/)
  await save()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  await type('es')
  await save()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(3))
  const [first, second, third] = send.mock.calls
  expect(second).toEqual(first)
  expect(third?.[1]).not.toBe(first?.[1])
})
