import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { BankOverview, BankRecord } from '../contract'
import { BillingPage } from './billing-page'
import { MerchantBanking } from './merchant-banking-widget'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-20T12:00:00Z'), toFake: ['Date'] }))

const merchantId = 'mer_1'
const part = (name: string) => (props: { merchantId: string }) => <p>{`${name} of ${props.merchantId}`}</p>
const parts = { Summary: part('Summary'), Statements: part('Statements') }
const canary = '000123456789'
const bank: BankRecord = {
  accountHolderName: 'A Bar LLC',
  accountType: 'checking',
  routingNumber: '021000021',
  accountNumber: '••••2333',
  hasEncryptedAccountNumber: true,
  payoutMethod: 'manual',
  payoutSchedule: 'manual',
  verificationStatus: 'verified',
  verifiedAt: new Date('2026-03-10T12:00:00Z'),
  updatedAt: new Date('2026-03-10T12:00:00Z'),
  changedBy: 'Olive Owner',
  version: 4,
}
const onFile: BankOverview = { merchantName: 'Foxglove Tea House', state: 'verified', bank, lockedReason: null }
const empty: BankOverview = { ...onFile, state: 'none', bank: null }

const refusal = (code: string, reason: string, field?: string, message = 'A sentence.') =>
  new ORPCError(code, { message, data: { reason, field } })

function sessionFor(role: string, hasPassword = true) {
  const assigned = { id: merchantId, name: 'Foxglove Tea House', logoUrl: null, temporary: false }
  const session = buildSession({ role, merchantIds: [merchantId], assigned })
  return { ...session, user: { ...session.user, hasPassword } }
}

function Page({ children }: { children: React.ReactNode }) {
  return useSession().session && children
}

function open(
  answers: Answers,
  session = sessionFor('merchant_owner'),
  ui: React.ReactNode = <BillingPage parts={parts} />,
) {
  const view = renderConsole(
    <SessionProvider>
      <Page>{ui}</Page>
    </SessionProvider>,
    {
      'sessions.current': () => session,
      'banking.get': () => onFile,
      'banking.onFile': () => ({ onFile: true }),
      'banking.save': () => ({ success: true, bank, warnings: [] }),
      'merchants.list': () => ({ rows: [] }),
      ...answers,
    },
  )
  const user = userEvent.setup()
  const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user, field, press, inputs }
}

async function openDialog(answers: Answers = {}, session = sessionFor('merchant_owner')) {
  const view = open(answers, session)
  await view.user.click(await screen.findByRole('button', { name: /(Edit|Add) bank details/ }))
  await screen.findByRole('dialog')
  return view
}
const fill = async ({ user, field }: ReturnType<typeof open>, number = canary) => {
  await user.type(field('Routing number'), '021000021')
  await user.type(field('Account number'), number)
  await user.type(field(/Confirm the last/), number.slice(-4))
}

describe('the billing page', () => {
  it('§3 masks only the account number, and shows when it was verified and who changed it', async () => {
    open({})
    expect(await screen.findByText('••••2333')).toBeTruthy()
    expect(screen.getByText('021000021')).toBeTruthy()
    expect(screen.getByText(/Marked verified/).textContent).toContain('Mar 10')
    expect(screen.getByText(/by Olive Owner/)).toBeTruthy()
    expect(screen.getByText('On file')).toBeTruthy()
  })

  it('shows the payouts of the chosen merchant beside its bank account', async () => {
    open({})
    expect(await screen.findByText('Summary of mer_1')).toBeTruthy()
    expect(screen.getByText('Statements of mer_1')).toBeTruthy()
  })

  it('says what is missing while there are no details', async () => {
    open({ 'banking.get': () => empty })
    expect(await screen.findByText(/Add your bank details to get paid/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add bank details' })).toBeTruthy()
  })

  it.each([
    ['incomplete', 'Something is missing.'],
    ['unreadable', 'Re-enter your account number'],
  ] as const)('says that the details are %s', async (state, words) => {
    open({ 'banking.get': () => ({ ...onFile, state }) })
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  })

  it('shows viewers only that an account is on file, and why Edit is disabled', async () => {
    const view = open({}, sessionFor('merchant_viewer'))
    expect(await screen.findByText('Bank account on file')).toBeTruthy()
    expect(view.inputs('banking.get')).toEqual([])
    const edit = screen.getByRole('button', { name: 'Edit bank details' })
    expect(edit.getAttribute('aria-description')).toContain('Only administrators and owners')
    await view.user.click(edit)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers Retry when the account could not be loaded', async () => {
    let broken = true
    const view = open({
      'banking.get': () => {
        if (broken) throw new Error('away')
        return onFile
      },
    })
    expect(await screen.findByText('Couldn’t load bank details')).toBeTruthy()
    broken = false
    await view.press('Retry')
    expect(await screen.findByText('••••2333')).toBeTruthy()
  })

  it('says why a locked merchant cannot be edited', async () => {
    open({ 'banking.get': () => ({ ...onFile, lockedReason: 'This merchant is archived.' }) })
    const panel = await screen.findByRole('region', { name: 'Bank account' })
    await within(panel).findByText('••••2333')
    expect(panel.querySelector('[data-tone=neutral]')?.textContent).toBe('This merchant is archived.')
    const edit = screen.getByRole('button', { name: 'Edit bank details' })
    expect(edit.getAttribute('aria-description')).toBe('This merchant is archived.')
  })
})

describe('the banking tab of a merchant', () => {
  it('shows the masked record with Edit, and shows viewers only that it is on file', async () => {
    const view = open({}, sessionFor('quaff_admin'), <MerchantBanking merchantId={merchantId} />)
    expect(await screen.findByText('••••2333')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Edit bank details' })).toBeTruthy()
    view.unmount()
    open({}, sessionFor('merchant_viewer'), <MerchantBanking merchantId={merchantId} />)
    expect(await screen.findByText('Bank account on file')).toBeTruthy()
  })
})

describe('editing bank details', () => {
  it('leaves both numbers blank and says what a blank one keeps', async () => {
    const { field } = await openDialog()
    expect([field('Routing number').value, field('Account number').value]).toEqual(['', ''])
    expect(screen.getByText('Leave blank to keep ••••2333')).toBeTruthy()
    expect(field('Account number').autocomplete).toBe('off')
  })

  it('keeps both numbers when only the name changes', async () => {
    const view = await openDialog()
    await view.user.clear(view.field('Account holder'))
    await view.user.type(view.field('Account holder'), 'New LLC')
    await view.press('Save bank details')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(view.inputs('banking.save')).toStrictEqual([
      { merchantId, version: 4, bankInfo: { accountName: 'New LLC', accountType: 'checking', routingNumber: '' } },
    ])
  })

  it('§5 sends the account number only when one is provided', async () => {
    const sentAfter = async (number?: string) => {
      const view = await openDialog()
      if (number) await fill(view, number)
      await view.press('Save bank details')
      await waitFor(() => expect(view.inputs('banking.save')).toHaveLength(1))
      const [sent] = view.inputs('banking.save')
      view.unmount()
      return sent
    }
    expect(await sentAfter()).not.toHaveProperty('bankInfo.accountNumber')
    expect(await sentAfter(canary)).toHaveProperty('bankInfo.accountNumber', canary)
  })

  it('keeps the caret while typing, and shows the normalized number after leaving the field', async () => {
    const { user, field } = await openDialog()
    const number = field('Account number')
    await user.type(number, 'DE89 3704')
    await user.type(number, 'a', { initialSelectionStart: 4, initialSelectionEnd: 4 })
    expect([number.value, number.selectionStart]).toEqual(['DE89a 3704', 5])
    await user.keyboard('1-')
    expect([number.value, number.selectionStart]).toEqual(['DE89a1- 3704', 7])
    await user.tab()
    expect(number.value).toBe('DE89A13704')
  })

  it('§5 strips whitespace before it shows, compares and sends a number', async () => {
    const view = await openDialog()
    await view.user.click(view.field('Account number'))
    await view.user.paste(' 0001\u00a02345\u200b6789 ')
    await view.user.type(view.field(/Confirm the last/), '67 89')
    await view.user.type(view.field('Routing number'), '021-000-021{Enter}')
    await waitFor(() => expect(view.inputs('banking.save')).toHaveLength(1))
    expect(view.inputs('banking.save')).toMatchObject([
      { bankInfo: { accountNumber: canary, routingNumber: '021000021' } },
    ])
  })

  it('requires every missing field', async () => {
    const view = await openDialog({ 'banking.get': () => empty })
    await view.press('Save bank details')
    expect(screen.getByText('Enter the name of the account holder.')).toBeTruthy()
    expect(screen.getByText('Enter the routing number.')).toBeTruthy()
    expect(screen.getByText('Enter the account number.')).toBeTruthy()
    expect(view.inputs('banking.save')).toEqual([])
  })

  it('asks for the number again when the stored one cannot be decrypted', async () => {
    const view = await openDialog({ 'banking.get': () => ({ ...onFile, state: 'unreadable' }) })
    await view.press('Save bank details')
    expect(screen.getByText('Enter the account number.')).toBeTruthy()
  })

  it('asks for the end of a new number a second time', async () => {
    const view = await openDialog()
    expect(screen.queryByLabelText(/Confirm the last/)).toBeNull()
    await view.user.type(view.field('Account number'), canary)
    await view.press('Save bank details')
    expect(screen.getByText('Re-enter the end of the account number.')).toBeTruthy()
    await view.user.type(view.field(/Confirm the last/), '6788')
    await view.press('Save bank details')
    expect(screen.getByText('Account numbers don’t match.')).toBeTruthy()
    expect(view.inputs('banking.save')).toEqual([])
  })

  it.each([
    ['021000022', '', /isn’t a valid US routing number/],
    ['COBADEFFXXX', 'DE89370400440532013001', /isn’t a valid IBAN/],
    ['COBADEFFXXX', 'DE893704004405320130', /the wrong length/],
    ['20000', '12345678', /UK sort codes and Australian BSBs 6/],
    ['021000021', 'O00123456789', /letter O/],
    ['000123456789', '021000021', /look swapped/],
  ])('warns about %s and %s while typing, asks once on saving, and then saves', async (routing, account, words) => {
    const view = await openDialog()
    await view.user.type(view.field('Routing number'), routing)
    if (account !== '') await view.user.type(view.field('Account number'), account)
    expect(screen.queryByText(words)).toBeNull()
    await view.user.tab()
    expect(screen.getByText(words)).toBeTruthy()
    if (account !== '') await view.user.type(view.field(/Confirm the last/), account.slice(-4))
    await view.press('Save bank details')
    expect(screen.getByText('This looks unusual')).toBeTruthy()
    expect(screen.getAllByText(words)).toHaveLength(1)
    expect(view.inputs('banking.save')).toEqual([])
    await view.press('Save bank details anyway')
    await waitFor(() => expect(view.inputs('banking.save')).toHaveLength(1))
  })

  it('returns the focus to the button when it closes', async () => {
    const view = await openDialog()
    await view.press('Cancel')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit bank details'))
  })

  it('stays open with the typed text when another user adds details', async () => {
    let stored = empty
    const view = await openDialog({ 'banking.get': () => stored })
    await view.user.type(view.field('Account number'), canary)
    stored = onFile
    await view.client.invalidateQueries()
    await waitFor(() => expect(view.inputs('banking.get')).toHaveLength(2))
    expect(view.field('Account number').value).toBe(canary)
  })

  it('keeps the form filled when the save is refused, with the error at its field', async () => {
    const view = await openDialog({
      'banking.save': () => {
        throw refusal('BAD_REQUEST', 'TOO_SHORT', 'accountNumber', 'The account number is odd.')
      },
    })
    await fill(view)
    await view.press('Save bank details')
    expect(await screen.findByText('The account number is odd.')).toBeTruthy()
    expect(view.field('Account number').value).toBe(canary)
  })

  it('keeps the form filled when the server cannot be reached', async () => {
    const view = await openDialog({
      'banking.save': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await fill(view)
    await view.press('Save bank details')
    expect(await screen.findByText(/couldn’t confirm this was saved/)).toBeTruthy()
    expect(view.field('Routing number').value).toBe('021000021')
  })

  it('tells the second editor about a conflict, and keeps both versions until they choose', async () => {
    let stored = onFile
    const view = await openDialog({
      'banking.get': () => stored,
      'banking.save': () => {
        stored = { ...onFile, bank: { ...bank, accountHolderName: 'Their LLC', accountNumber: '••••4321', version: 5 } }
        throw refusal('CONFLICT', 'STALE_VERSION', 'version')
      },
    })
    await fill(view)
    await view.press('Save bank details')
    expect(await screen.findByText('This bank account was changed while you were editing')).toBeTruthy()
    expect(view.field('Account number').value).toBe(canary)
    const number = within(await screen.findByRole('group', { name: 'Account number' }))
    expect(number.getByText('••••4321')).toBeTruthy()
    expect(number.queryByText(new RegExp(canary))).toBeNull()
    await view.user.click(number.getByRole('radio', { name: /^Saved version/ }))
    expect(view.field('Account number').value).toBe('')
    expect(screen.getByText('Leave blank to keep ••••4321')).toBeTruthy()
  })

  it('leaves the number nowhere after saving', async () => {
    const view = await openDialog()
    await fill(view)
    await view.press('Save bank details')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(view.client.getMutationCache().getAll()).toEqual([]))
    const queries = view.client.getQueryCache().getAll()
    const kept = JSON.stringify([queries.map(({ state, queryKey }) => [queryKey, state.data]), { ...localStorage }])
    expect(kept).not.toContain('3456789')
    expect(window.location.href + document.body.innerHTML).not.toContain('3456789')
  })
})

describe('a sign-in that is not recent', () => {
  const refusingOnce = () => {
    let fresh = false
    return {
      'banking.save': () => {
        if (!fresh) throw refusal('FORBIDDEN', 'SIGN_IN_AGAIN')
        return { success: true, bank, warnings: [] }
      },
      'signIn.reauthenticate': ({ password, code }: { password?: string; code?: string }) => {
        if (password !== 'right' && code !== '123456') throw refusal('BAD_REQUEST', 'WRONG', undefined, 'Wrong proof.')
        fresh = true
        return { success: true }
      },
      'signIn.requestReauthenticationCode': () => ({ success: true }),
    } satisfies Answers
  }

  it('is confirmed by password inside the dialog, and then the typed values are saved', async () => {
    const view = await openDialog(refusingOnce())
    await fill(view)
    await view.press('Save bank details')
    expect(await screen.findByText('Confirm it’s you')).toBeTruthy()
    expect(document.activeElement).toBe(view.field('Your password'))
    await view.press('Confirm and save')
    expect(screen.getByText('Enter your password')).toBeTruthy()
    await view.user.type(view.field('Your password'), 'wrong')
    await view.press('Confirm and save')
    expect(await screen.findByText('Wrong proof.')).toBeTruthy()
    await view.user.clear(view.field('Your password'))
    await view.user.type(view.field('Your password'), 'right{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = view.inputs('banking.save')
    expect(second).toEqual(first)
    expect(second).toMatchObject({ bankInfo: { accountNumber: canary, routingNumber: '021000021' } })
  })

  it('returns to the form with all typed values', async () => {
    const view = await openDialog(refusingOnce())
    await fill(view)
    await view.press('Save bank details')
    await screen.findByText('Confirm it’s you')
    await view.press('Back')
    expect(view.field('Account number').value).toBe(canary)
    expect(document.activeElement).toBe(view.field('Account holder'))
  })

  it('is confirmed by an emailed code for users without a password', async () => {
    const view = await openDialog(refusingOnce(), sessionFor('merchant_owner', false))
    await fill(view)
    await view.press('Save bank details')
    await screen.findByText(/We’ll email a 6-digit code/)
    await view.press('Email me a code')
    await view.user.type(await screen.findByLabelText('Code'), '12')
    await view.press('Confirm and save')
    expect(screen.getByText('Enter the 6 digits from the email')).toBeTruthy()
    await view.user.type(view.field('Code'), '3456{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(view.inputs('signIn.reauthenticate')).toEqual([{ code: '123456' }])
  })

  it('shows a refusal after the confirmation in the form again', async () => {
    const answers = refusingOnce()
    let requested = 0
    const view = await openDialog({
      ...answers,
      'banking.save': () => {
        requested++
        throw requested === 1
          ? refusal('FORBIDDEN', 'SIGN_IN_AGAIN')
          : refusal('BAD_REQUEST', 'TOO_LONG', 'routingNumber', 'The routing number is odd.')
      },
    })
    await fill(view)
    await view.press('Save bank details')
    await view.user.type(await screen.findByLabelText('Your password'), 'right{Enter}')
    expect(await screen.findByText('The routing number is odd.')).toBeTruthy()
    expect(view.field('Account number').value).toBe(canary)
  })
})

it('asks before it discards typed bank details, and stores no number in the browser', async () => {
  const { user, field, press } = await openDialog()
  await user.type(field('Account number'), canary)
  window.dispatchEvent(new Event('pagehide'))
  expect(JSON.stringify(Object.entries(window.sessionStorage))).not.toContain(canary)
  await press('Cancel')
  expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
  await press('Keep editing')
  expect(field('Account number').value).toBe(canary)
  await press('Cancel')
  await press('Discard')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
