import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { unconfirmedText } from '@quaff/platform/console/forms/error-text'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildLink } from '../testing/link-row-factory'
import { checkForm, codeFor, linkForm, nextNumbered, slugFor, type FormMode } from './link-form'
import { LinkFormDialog } from './link-form-dialog'
import { daysOf, instantsOf } from './link-text'

const owner = buildSession({
  role: 'merchant_owner',
  merchantIds: ['mer_1'],
  assigned: { id: 'mer_1', name: 'Half Moon', logoUrl: null, temporary: false },
})

function Opened(props: Parameters<typeof LinkFormDialog>[0]) {
  return useSession().session ? <LinkFormDialog {...props} /> : null
}

function renderForm(mode: FormMode, answers: Answers = {}, link = mode === 'create' ? undefined : buildLink()) {
  const onSaved = vi.fn()
  const view = renderConsole(
    <SessionProvider>
      <Opened mode={mode} link={link} onSaved={onSaved} onClose={() => undefined} />
    </SessionProvider>,
    {
      'sessions.current': () => owner,
      'affiliates.check': () => ({ slugFree: true, codeFree: true }),
      'affiliates.create': () => buildLink({ id: 'lnk_new' }),
      'affiliates.update': () => buildLink({ version: 2 }),
      'merchants.options': () => [{ id: 'mer_9', name: 'Tide & Bean' }],
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, onSaved, sent }
}
const field = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label })
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a new link', () => {
  it('gets an address and a code from its name, which are checked', async () => {
    const { sent, onSaved } = renderForm('create')
    await userEvent.type(await field('Name'), 'Café table 12')
    expect((await field('Short link')).value).toBe('cafe-table-12')
    expect((await field('Code')).value).toBe('CAFETABLE12')
    expect(await screen.findByText(/\/r\/cafe-table-12 · available/)).toBeTruthy()
    await submit('Create link')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('lnk_new'))
    expect(sent('affiliates.create')).toMatchObject([
      {
        name: 'Café table 12',
        slug: 'cafe-table-12',
        code: 'CAFETABLE12',
        destination: 'home',
        merchantId: 'mer_1',
        sourceTag: '',
        startsAt: null,
        endsAt: null,
      },
    ])
  })

  it('is restored at its own merchant only', async () => {
    const other = { id: 'mer_2', name: 'Tide & Bean', logoUrl: null, temporary: false }
    const atOther = {
      'sessions.current': () => buildSession({ role: 'merchant_owner', merchantIds: ['mer_2'], assigned: other }),
    }
    const lost = renderForm('create')
    await userEvent.type(await field('Name'), 'Tent')
    lost.unmount()
    const forgetMerchant = () => {
      window.localStorage.clear()
      window.sessionStorage.removeItem('quaff.merchant')
    }
    forgetMerchant()
    const elsewhere = renderForm('create', atOther)
    expect((await field('Name')).value).toBe('')
    elsewhere.unmount()
    forgetMerchant()
    renderForm('create')
    await waitFor(async () => expect((await field('Name')).value).toBe('Tent'))
  })

  it('takes the next number where the suggestion is taken', async () => {
    const check = ({ slug, code }: { slug?: string; code?: string }) => ({
      slugFree: slug !== 'tent' && slug !== 'tent-2',
      codeFree: code !== 'TENT',
    })
    renderForm('create', { 'affiliates.check': check })
    await userEvent.type(await field('Name'), 'Tent')
    await waitFor(async () => expect((await field('Short link')).value).toBe('tent-3'))
    expect((await field('Code')).value).toBe('TENT2')
  })

  it('says of what someone typed that it is taken, and leaves it', async () => {
    renderForm('create', { 'affiliates.check': () => ({ slugFree: false, codeFree: true }) })
    await userEvent.type(await field('Short link'), 'mine')
    expect(await screen.findByText('This link is taken. Choose another.')).toBeTruthy()
    expect((await field('Short link')).value).toBe('mine')
  })

  it.each([
    ['SLUG_TAKEN', 'slug', 'Short link', 'This link is taken. Choose another.'],
    ['CODE_TAKEN', 'code', 'Code', 'This code is taken. Choose another.'],
    ['LINK_FIELD', 'endsAt', 'Last day', 'The last day must be after the first day.'],
  ])('shows the refusal %s at its field', async (reason, named, label, message) => {
    const refuse = () => {
      throw new ORPCError('CONFLICT', { message, data: { reason, field: named } })
    }
    const { onSaved } = renderForm('create', { 'affiliates.create': refuse })
    await userEvent.type(await field('Name'), 'Tent')
    await submit('Create link')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText(new RegExp(`^${label}`)).getAttribute('aria-invalid')).toBe('true')
    expect((await field('Name')).value).toBe('Tent')
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('sent again after a lost answer is the same link', async () => {
    const lost = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(buildLink())
    const { sent, onSaved } = renderForm('create', { 'affiliates.create': lost })
    await userEvent.type(await field('Name'), 'Tent')
    await submit('Create link')
    expect(await screen.findByText(unconfirmedText)).toBeTruthy()
    await submit('Create link')
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    const [first, second] = sent('affiliates.create')
    expect(second).toEqual(first)
  })

  it('of an administrator is the platform’s unless a merchant is chosen, which an invitation needs', async () => {
    const { sent } = renderForm('create', { 'sessions.current': () => buildSession() })
    await userEvent.type(await field('Name'), 'Tent')
    await userEvent.click(screen.getByRole('button', { name: 'Merchant' }))
    await submit('Create link')
    expect(await screen.findByText('Choose the merchant for this link.')).toBeTruthy()
    await userEvent.click(screen.getByRole('combobox', { name: /Owner/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Tide & Bean', hidden: true }))
    await submit('Create link')
    await waitFor(() =>
      expect(sent('affiliates.create')).toMatchObject([{ merchantId: 'mer_9', destination: 'merchant' }]),
    )
  })
})

describe('an existing link', () => {
  it('keeps its code and owner, and is checked against the others', async () => {
    const { sent, onSaved } = renderForm('edit')
    const name = await field('Name')
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
    await userEvent.clear(name)
    await userEvent.type(name, 'Tent')
    expect((await field('Short link')).value).toBe('table-tent')
    await submit('Save')
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    expect(sent('affiliates.update')).toEqual([
      {
        linkId: 'lnk_1',
        version: 1,
        name: 'Tent',
        slug: 'table-tent',
        destination: 'home',
        sourceTag: 'tables',
        startsAt: null,
        endsAt: null,
      },
    ])
    expect(sent('affiliates.check')[0]).toEqual({ slug: 'table-tent', code: undefined, linkId: 'lnk_1' })
  })

  it('§0023 says that its old address keeps working, once it gets another one', async () => {
    renderForm('edit')
    const slug = await field('Short link')
    expect(screen.queryByText(/The old link keeps working/)).toBeNull()
    await userEvent.type(slug, '-2')
    expect(await screen.findByText(/The old link keeps working/)).toBeTruthy()
    await userEvent.type(slug, '{Backspace}{Backspace}')
    await waitFor(() => expect(screen.queryByText(/old address/)).toBeNull())
  })

  it('that another user changed in the meantime keeps what was typed beside theirs', async () => {
    const stale = () => {
      throw new ORPCError('CONFLICT', { message: 'Stale', data: { reason: 'STALE_VERSION' } })
    }
    renderForm('edit', {
      'affiliates.update': stale,
      'affiliates.get': () => buildLink({ name: 'Theirs', version: 5 }),
    })
    await userEvent.type(await field('Name'), ' 2')
    await submit('Save')
    await screen.findByText('This link was changed while you were editing')
    expect((await field('Name')).value).toBe('Table tent 2')
    await userEvent.click(await screen.findByRole('radio', { name: /^Saved version/ }))
    await waitFor(async () => expect((await field('Name')).value).toBe('Theirs'))
  })

  it('is copied under an address and a code of its own', async () => {
    const { sent } = renderForm('duplicate')
    expect((await field('Short link')).value).toBe('table-tent-2')
    expect((await field('Code')).value).toBe('TABLETENT2')
    await submit('Create link')
    await waitFor(() => expect(sent('affiliates.create')).toMatchObject([{ name: 'Table tent', sourceTag: 'tables' }]))
  })
})

describe('what is suggested', () => {
  it.each([
    ['table-tent', '-', 'table-tent-2'],
    ['table-tent-2', '-', 'table-tent-3'],
    ['TABLE12', '', 'TABLE13'],
    ['A'.repeat(60), '-', `${'A'.repeat(58)}-2`],
  ])('after %s is a number more', (text, separator, next) => {
    expect(nextNumbered(text, separator, 60)).toBe(next)
  })

  it('is empty for a name without any letter that addresses know', () => {
    expect([slugFor('茶'), codeFor('茶')]).toEqual(['', ''])
  })

  it('is short enough to be typed from a card', () => {
    const long = 'Autumn campaign of the whole street, second half'
    expect([slugFor(long), codeFor(long)]).toEqual(['autumn-campaign-of-the-whole-s', 'AUTUMNCAMPAI'])
  })
})

describe('days', () => {
  const zone = 'America/New_York'
  it('are whole ones of the platform: the last one counts until its end', () => {
    const days = { firstDay: '2026-03-07', lastDay: '2026-03-08' }
    const instants = instantsOf(days, { startsAt: null, endsAt: null }, zone)
    // The clocks went forward on the eighth: that day is an hour shorter.
    expect(instants).toEqual({ startsAt: new Date('2026-03-07T05:00:00Z'), endsAt: new Date('2026-03-09T04:00:00Z') })
    expect(daysOf(instants, zone)).toEqual(days)
  })

  it('that no one changed keep their hour', () => {
    const before = { startsAt: new Date('2026-03-07T15:30:00Z'), endsAt: null }
    expect(instantsOf(daysOf(before, zone), before, zone)).toEqual(before)
  })
})

it('a form is refused in the contract’s own words, under the names of its fields', () => {
  expect(checkForm({ ...linkForm('UTC').empty, slug: 'a b', code: 'x' }, 'UTC', true)).toMatchObject({
    merchantId: 'Choose the merchant.',
    slug: 'Use letters, digits and hyphens, like table-12.',
    code: 'Use 3 to 32 letters and digits, like TABLE12.',
  })
  const days = { firstDay: '2026-03-08', lastDay: '2026-03-07' }
  expect(
    checkForm(
      { ...linkForm('UTC').empty, merchantId: 'mer_1', name: 'x', slug: 'x', code: 'XYZ', ...days },
      'UTC',
      true,
    ),
  ).toEqual({ lastDay: 'The last day must be after the first day.' })
})
