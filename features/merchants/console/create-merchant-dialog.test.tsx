import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildPendingRecord } from '../testing/merchant-record-factory'
import { CreateMerchantDialog } from './create-merchant-dialog'

type Start = ComponentProps<typeof CreateMerchantDialog>['start']

function renderCreate(answers: Answers = {}, start: Start = {}) {
  const onOpen = vi.fn()
  const onClose = vi.fn()
  const view = renderConsole(<CreateMerchantDialog start={start} onOpen={onOpen} onClose={onClose} />, {
    'merchants.create': ({ name }: { name: string }) => buildPendingRecord({ id: 'mer_9', name }),
    'merchants.options': () => [],
    ...answers,
  })
  const created = () => view.calls.filter((call) => call.name === 'merchants.create').map((call) => call.input)
  return { ...view, onOpen, onClose, created, user: userEvent.setup() }
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const button = (name: string) => screen.getByRole('button', { name })

describe('create dialog', () => {
  it('needs a name and says so at the field', async () => {
    const { user, created } = renderCreate()
    await user.click(button('Create and open'))
    expect(await screen.findByText('Enter a name')).toBeTruthy()
    expect(created()).toHaveLength(0)
  })

  it('sends what was typed, opens the new merchant, and completes a web address', async () => {
    const { user, created, onOpen } = renderCreate()
    type(/^Name/, ' Tide & Bean ')
    type('Contact email', 'hello@tide.test')
    type('Website', 'tide.test')
    type('City', 'Portland')
    await user.click(button('Create and open'))
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith('mer_9'))
    expect(created()).toEqual([
      expect.objectContaining({
        name: 'Tide & Bean',
        contactEmail: 'hello@tide.test',
        website: 'https://tide.test',
        address: expect.objectContaining({ city: 'Portland', line1: '' }),
        requestKey: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      }),
    ])
  })

  it.each([
    ['Cafe\u0301 Noe\u0308l', 'Café Noël'],
    ["joe's", 'Joe’s'],
    ['Strasse', 'Straße'],
  ])(
    'SEARCH-FORMS: warns that "%s" is the name of another merchant, and creates it nevertheless',
    async (name, other) => {
      const merchant = { id: 'mer_1', name: other, logoUrl: null, status: 'active', isLive: true }
      const { user, created } = renderCreate({ 'merchants.options': () => [merchant] })
      type(/^Name/, name)
      expect(await screen.findByText(new RegExp(`Another merchant is named “${other}”`))).toBeTruthy()
      type(/^Name/, `${name} 2`)
      await waitFor(() => expect(screen.queryByText(/Another merchant/)).toBeNull())
      type(/^Name/, name)
      await user.click(button('Create and open'))
      await waitFor(() => expect(created()).toHaveLength(1))
    },
  )

  it('begins with what is known of a lead', async () => {
    const { user, created } = renderCreate({}, { name: 'Harbour', city: 'Kiel', postalCode: '24103' })
    await user.click(button('Create and open'))
    await waitFor(() =>
      expect(created()).toMatchObject([{ name: 'Harbour', address: { city: 'Kiel', postalCode: '24103' } }]),
    )
  })

  it('makes one merchant of a double click', async () => {
    const { created, onOpen } = renderCreate()
    type(/^Name/, 'Tide & Bean')
    const submit = button('Create and open')
    fireEvent.click(submit)
    fireEvent.click(submit)
    await waitFor(() => expect(onOpen).toHaveBeenCalled())
    expect(created()).toHaveLength(1)
  })

  it('keeps the typed text and the request key when the answer was lost, so that trying again makes no second one', async () => {
    let isDown = true
    const own = { id: 'mer_9', name: 'Tide & Bean', logoUrl: null, status: 'pending_review', isLive: false }
    const { user, created, onOpen } = renderCreate({
      'merchants.options': () => [own],
      'merchants.create': () => {
        if (isDown) throw new TypeError('Failed to fetch')
        return buildPendingRecord({ id: 'mer_9' })
      },
    })
    type(/^Name/, 'Tide & Bean')
    await user.click(button('Create and open'))
    expect(await screen.findByText(/couldn’t confirm this was saved/)).toBeTruthy()
    // It may be the merchant of this attempt.
    expect(screen.queryByText(/Another merchant/)).toBeNull()
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Tide & Bean')
    isDown = false
    await user.click(button('Create and open'))
    await waitFor(() => expect(onOpen).toHaveBeenCalled())
    const keys = created().map((input) => (input as { requestKey: string }).requestKey)
    expect(keys[0]).toBe(keys[1])
  })

  it("shows the server's refusal at the field it names", async () => {
    const { user } = renderCreate({
      'merchants.create': () => {
        throw new ORPCError('BAD_REQUEST', { message: 'Invalid email address', data: { field: 'contactEmail' } })
      },
    })
    type(/^Name/, 'Tide & Bean')
    await user.click(button('Create and open'))
    expect(await screen.findByText('Invalid email address')).toBeTruthy()
    expect(screen.getByLabelText('Contact email').getAttribute('aria-invalid')).toBe('true')
  })

  it('creates and starts over with a new request key for another', async () => {
    const { user, created, onOpen, onClose } = renderCreate()
    type(/^Name/, 'First')
    await user.click(button('Create and add another'))
    expect(await screen.findByText('First created. Add another.')).toBeTruthy()
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', '')
    type(/^Name/, 'Second')
    await user.click(button('Create and add another'))
    expect(await screen.findByText('Second created. Add another.')).toBeTruthy()
    const keys = created().map((input) => (input as { requestKey: string }).requestKey)
    expect(new Set(keys).size).toBe(2)
    expect(onOpen).not.toHaveBeenCalled()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('asks before it throws typed text away', async () => {
    const { user, onClose } = renderCreate()
    type(/^Name/, 'Tide')
    await user.click(button('Close'))
    expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
    await user.click(button('Keep editing'))
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Tide')
    await user.click(button('Close'))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalled()
  })

  it('closes immediately when nothing was typed', async () => {
    const { user, onClose } = renderCreate()
    await user.click(button('Close'))
    expect(onClose).toHaveBeenCalled()
  })

  it('says "Not authenticated" when signed out in the meantime', async () => {
    const { user } = renderCreate({
      'merchants.create': () => {
        throw new ORPCError('UNAUTHORIZED', { message: 'Sign in again.' })
      },
    })
    type(/^Name/, 'Tide & Bean')
    await user.click(button('Create and open'))
    expect(await screen.findByText('Not authenticated')).toBeTruthy()
  })
})
