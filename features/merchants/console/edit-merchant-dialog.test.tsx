import { ORPCError } from '@orpc/client'
import { onlineManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { buildMerchantRecord } from '../testing/merchant-record-factory'
import { EditMerchantDialog } from './edit-merchant-dialog'
import { profileForm } from './profile-form'

const record = buildMerchantRecord({ contactEmail: 'old@tide.test', version: 3 })

function renderEdit(answers: Answers = {}, merchant = record) {
  const onClose = vi.fn()
  const view = renderConsole(<EditMerchantDialog merchant={merchant} onClose={onClose} />, {
    'merchants.update': () => record,
    ...answers,
  })
  const saved = () => view.calls.filter((call) => call.name === 'merchants.update').map((call) => call.input)
  return { ...view, onClose, saved, user: userEvent.setup() }
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = (name = 'Save changes') => screen.getByRole('button', { name })

describe('edit dialog', () => {
  it('saves only what was changed, with the version it was read with', async () => {
    const { user, saved, onClose } = renderEdit()
    type('Contact email', 'new@tide.test')
    await user.click(screen.getByRole('switch', { name: /Location check/ }))
    await user.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(saved()).toEqual([
      { merchantId: 'mer_1', version: 3, changes: { contactEmail: 'new@tide.test', requireLocationCheck: true } },
    ])
  })

  it('shows an internationalized contact email in its own script, and does not send it unchanged', async () => {
    const { user, saved, onClose } = renderEdit({}, { ...record, contactEmail: 'hallo@xn--mller-kaffee-dlb.de' })
    expect(screen.getByLabelText<HTMLInputElement>('Contact email').value).toBe('hallo@müller-kaffee.de')
    await user.click(screen.getByRole('switch', { name: /Location check/ }))
    await user.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(saved()).toEqual([{ merchantId: 'mer_1', version: 3, changes: { requireLocationCheck: true } }])
  })

  it('never shows the tax id, keeps it when blank and sends it when typed', async () => {
    const { user, saved, onClose } = renderEdit()
    expect(screen.getByText('Leave blank to keep •••• 4417')).toBeTruthy()
    expect(screen.getByLabelText('Tax ID')).toHaveProperty('value', '')
    type('Tax ID', '12-3456789')
    await user.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(saved()).toEqual([expect.objectContaining({ changes: { taxId: '12-3456789' } })])
  })

  it('SEARCH-FORMS: warns of a new name that another merchant has, but not of its own in another spelling', async () => {
    const other = { id: 'mer_2', name: 'Café Noël', logoUrl: null, status: 'active', isLive: true }
    const own = { ...other, id: 'mer_1', name: record.name }
    const { calls } = renderEdit({ 'merchants.options': () => [other, own] })
    type(/^Name/, 'cafe noel')
    expect(await screen.findByText(/Another merchant is named “Café Noël”/)).toBeTruthy()
    type(/^Name/, record.name.toUpperCase())
    await waitFor(() => expect(screen.queryByText(/Another merchant/)).toBeNull())
    expect(calls.filter(({ name }) => name === 'merchants.options')).toHaveLength(1)
  })

  it('saves nothing when nothing was changed', async () => {
    const { user, saved, onClose } = renderEdit()
    await user.click(save())
    expect(onClose).toHaveBeenCalled()
    expect(saved()).toHaveLength(0)
  })

  it('keeps the typed text when another user was faster, beside theirs', async () => {
    const theirs = buildMerchantRecord({ name: 'Renamed by Sam', version: 4 })
    const { user, saved } = renderEdit({
      'merchants.update': ({ version }: { version: number }) => {
        if (version === 3) throw new ORPCError('CONFLICT', { message: 'Stale', data: { reason: 'STALE_VERSION' } })
        return theirs
      },
      'merchants.get': () => theirs,
    })
    type(/^Name/, 'My own name')
    await user.click(save())
    expect(await screen.findByText('This merchant was changed while you were editing')).toBeTruthy()
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'My own name')
    await user.click(await screen.findByRole('radio', { name: /^Saved version/ }))
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Renamed by Sam')
    type('Phone', '555')
    await user.click(save())
    await waitFor(() =>
      expect(saved().at(-1)).toEqual({ merchantId: 'mer_1', version: 4, changes: { contactPhone: '555' } }),
    )
  })

  it('says why a save failed, logs it and keeps the text', async () => {
    const { user, failures } = renderEdit({
      'merchants.update': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    type('Phone', '555')
    await user.click(save())
    expect(await screen.findByText(/couldn’t confirm this was saved/)).toBeTruthy()
    expect(failures).toMatchObject([{ procedure: 'merchants.update', reason: 'TypeError' }])
    expect(screen.getByLabelText('Phone')).toHaveProperty('value', '555')
    expect(save('Retry save')).toBeTruthy()
  })

  it('reports offline that nothing was saved, keeps the text, and saves once the connection is back', async () => {
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onlineManager.setOnline(false)
    const { user, saved } = renderEdit({
      'merchants.update': () => {
        if (!navigator.onLine) throw new TypeError('Failed to fetch')
        return record
      },
    })
    type('Phone', '555')
    await user.click(save())
    expect(await screen.findByText('You’re offline. Try again when you’re back online.')).toBeTruthy()
    expect(screen.getByLabelText('Phone')).toHaveProperty('value', '555')
    connection.mockRestore()
    onlineManager.setOnline(true)
    await user.click(save('Retry save'))
    await waitFor(() => expect(saved()).toHaveLength(2))
    expect(saved()[1]).toEqual(saved()[0])
  })
})

describe('profile form', () => {
  it.each([
    ['tide.test', 'https://tide.test'],
    ['  ', ''],
    ['https://tide.test', 'https://tide.test'],
    ['http://tide.test', 'http://tide.test'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('reads the web address %j as %j', (typed, expected) => {
    expect(siteAddress(typed)).toBe(expected)
  })

  it.each(['http://tide.test', 'javascript:alert(1)', 'nothing', 'https://'])(
    'refuses %j as a web address',
    (website) => {
      expect(profileForm.errors({ ...profileForm.empty, name: 'Tide', website }).website).toBeTruthy()
    },
  )

  it('does not hold an imported value against who edits another field', () => {
    const imported = profileForm.read(buildMerchantRecord({ website: 'ftp://old', contactEmail: 'unknown' }))
    expect(profileForm.errors({ ...imported, contactPhone: '555' }, imported)).toEqual({})
  })
})
