import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildMerchantRecord } from '@quaff/features/merchants/testing/merchant-record-factory'
import type { Session } from '@quaff/features/sessions/contract'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const tide = { id: 'mer_1', name: 'Tide & Bean', logoUrl: null }
const nothing = 'You can’t make changes in preview.'

/** A fake server with one session, as the signed-in user or as a viewer of the merchant. */
function serverOf(own: Session) {
  let preview: Session['preview']
  const current = (): Session => {
    if (!preview) return own
    const viewer = buildSession({ role: 'merchant_viewer', merchantIds: [tide.id] }).user
    const { uid, email, displayName } = own.user
    const user = { ...viewer, uid, email, displayName }
    return { ...own, user, assignedMerchant: { ...tide, temporary: false }, preview }
  }
  const answers: Answers = {
    'sessions.current': current,
    'sessions.startPreview': ({ merchantId }: { merchantId: string }) => {
      preview = { merchantId, merchantName: tide.name, role: own.user.role }
      return current()
    },
    'sessions.endPreview': () => {
      preview = undefined
      return current()
    },
    'merchants.options': () => [{ ...tide, status: 'active', isLive: true }],
  }
  return { answers, endElsewhere: () => (preview = undefined) }
}

const owner = sessionOf({
  role: 'merchant_owner',
  merchantIds: [tide.id, 'mer_2'],
  assigned: { ...tide, temporary: false },
})

function open(address: string, session: Session, more: Answers = {}) {
  const server = serverOf(session)
  const view = renderAddress(address, session, { ...server.answers, ...more })
  return { ...view, ...server, user: userEvent.setup() }
}

const banner = () => screen.findByText(/as a viewer · Read-only/)
const stored = () => JSON.parse(window.localStorage.getItem('quaff.session') ?? '{}') as Record<string, unknown>

async function startFromSwitcher(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: /^Switch merchant/ }))
  await user.click(await screen.findByRole('button', { name: 'Preview as viewer' }))
}

describe('preview as viewer', () => {
  it('starts from the merchant switcher, is above every page and leads back to where it began', async () => {
    const { user, here, calls } = open('/affiliates?q=spring', owner)
    await startFromSwitcher(user)
    expect((await banner()).textContent).toBe('Previewing Tide & Bean as a viewer · Read-only')
    expect(screen.getAllByRole('status').some((status) => within(status).queryByText('Tide & Bean'))).toBe(true)
    expect(calls.find(({ name }) => name === 'sessions.startPreview')?.input).toEqual({ merchantId: 'mer_1' })
    await waitFor(() => expect(here()).toBe('/dashboard'))
    expect(document.activeElement?.id).toBe('main')
    expect(screen.getByTitle('Maya Lindqvist').textContent).toContain('merchant viewer')

    await user.click(screen.getByRole('button', { name: 'Exit preview' }))
    await waitFor(() => expect(here()).toBe('/affiliates?q=spring'))
    expect(screen.queryByRole('button', { name: 'Exit preview' })).toBeNull()
    expect(screen.getByTitle('Maya Lindqvist').textContent).toContain('merchant owner')
  })

  it('has that merchant only, and gives an administrator the global view back, over a reload as well', async () => {
    const first = open('/merchants', sessionOf())
    await first.user.click(await screen.findByRole('button', { name: 'Switch merchant. Now: All Merchants' }))
    // Without a merchant there is nothing to preview.
    expect(await screen.findByRole('option', { name: /Tide & Bean/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Preview as viewer' })).toBeNull()
    await waitFor(() => expect(stored()).toMatchObject({ isGlobalView: true }))
    await first.user.keyboard('{Escape}')

    await first.answers['sessions.startPreview']?.({ merchantId: 'mer_1' } as never)
    first.unmount()
    const again = renderAddress('/dashboard', null, first.answers)
    expect(await screen.findByRole('button', { name: 'Switch merchant. Now: Tide & Bean' })).toBeTruthy()
    await waitFor(() => expect(stored()).toMatchObject({ session: { preview: { merchantId: 'mer_1' } } }))
    expect(stored()).toMatchObject({ current: null, isGlobalView: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Exit preview' }))
    expect(await screen.findByRole('button', { name: 'Switch merchant. Now: All Merchants' })).toBeTruthy()
    again.unmount()
  })

  it('throws away what was read with the own rights, also when it was started in another tab', async () => {
    let requested = 0
    const waiting = () => {
      requested += 1
      const review = { id: 'review', kind: 'merchants_in_review', title: '7 merchants wait', count: 7, isNew: false }
      const item = { ...review, detail: null, since: null, href: '/merchants?desk=true', urgent: false, merchant: null }
      return { asOf: new Date('2026-03-10T12:00:00Z'), items: requested > 1 ? [] : [item], onWaitlists: 0 }
    }
    const { client, answers } = open('/affiliates', sessionOf(), { 'notifications.waiting': waiting })
    expect(await screen.findByText('7')).toBeTruthy()
    expect(requested).toBe(1)
    await answers['sessions.startPreview']?.({ merchantId: 'mer_1' } as never)
    await client.invalidateQueries({ queryKey: [['sessions', 'current']] })
    await banner()
    await waitFor(() => expect(requested).toBeGreaterThan(1))
    expect(screen.queryByText('7')).toBeNull()
  })

  it('is found in the command palette', async () => {
    const { user, here } = open('/affiliates', owner)
    await screen.findByTitle('Maya Lindqvist')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByPlaceholderText('Search or jump to…'), 'preview')
    await user.click(await screen.findByRole('option', { name: /Preview as viewer/ }))
    await banner()
    await waitFor(() => expect(here()).toBe('/dashboard'))
  })

  it('locks what a viewer may change about themself, with the reason', async () => {
    const { user } = open('/settings', owner)
    await startFromSwitcher(user)
    await banner()
    await user.click(screen.getByTitle('Maya Lindqvist'))
    const edit = await screen.findByRole('menuitem', { name: /Edit profile/, hidden: true })
    expect(edit.getAttribute('aria-disabled')).toBe('true')
    expect(edit.textContent).toContain(nothing)
  })

  it('says why it could not be started, and stays where it is', async () => {
    const { user, here } = open('/affiliates', owner, {
      'sessions.startPreview': () => {
        throw new ORPCError('NOT_FOUND', {
          message: 'Merchant not found, or you don’t have access.',
          data: { reason: 'MERCHANT' },
          defined: true,
        })
      },
    })
    await startFromSwitcher(user)
    expect(await screen.findByText('Merchant not found, or you don’t have access.')).toBeTruthy()
    expect(here()).toBe('/affiliates')
  })

  it('says when it could not be ended, and can be tried again', async () => {
    let attempt = 0
    const { user, answers } = open('/affiliates', owner, {
      'sessions.endPreview': () => {
        attempt += 1
        if (attempt === 1) throw new Error('down')
        return answers['sessions.endPreview']?.({} as never)
      },
    })
    await startFromSwitcher(user)
    await user.click(await screen.findByRole('button', { name: 'Exit preview' }))
    expect(await screen.findByText('Couldn’t end the preview')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Exit preview' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Exit preview' })).toBeNull())
  })

  describe('over which a link to another merchant is opened', () => {
    const link = '/payouts?id=pay_1&openMerchant=mer_2'
    const halfMoon = { id: 'mer_2', name: 'Half Moon Teas', logoUrl: null }
    const answers = { 'merchants.get': () => buildMerchantRecord({ ...halfMoon }) }

    async function openLink(session: Session) {
      const server = serverOf(session)
      await server.answers['sessions.startPreview']?.({ merchantId: tide.id } as never)
      const view = renderAddress(link, session, { ...server.answers, ...answers })
      await screen.findByRole('heading', { name: 'You’re previewing Tide & Bean' })
      return view
    }

    it('opens it after the preview', async () => {
      const { here, calls } = await openLink(owner)
      expect(calls.some(({ name }) => name === 'payouts.get' || name === 'merchants.get')).toBe(false)
      await userEvent.click(screen.getByRole('button', { name: 'Exit preview' }))
      await screen.findByRole('button', { name: 'Switch merchant. Now: Half Moon Teas' })
      await waitFor(() => expect(here()).toBe('/payouts?id=pay_1'))
    })

    it('says so after the preview to a person without access', async () => {
      const session = sessionOf({
        role: 'merchant_owner',
        merchantIds: [tide.id],
        assigned: { ...tide, temporary: false },
      })
      await openLink(session)
      await userEvent.click(screen.getByRole('button', { name: 'Exit preview' }))
      await screen.findByRole('heading', { name: 'No access' })
    })

    it('stays in the preview', async () => {
      const { here } = await openLink(owner)
      await userEvent.click(screen.getByRole('link', { name: 'Continue preview' }))
      await banner()
      expect(here()).toBe('/dashboard')
    })
  })

  it('is offered to no viewer', async () => {
    const viewer = sessionOf({
      role: 'merchant_viewer',
      merchantIds: [tide.id],
      assigned: { ...tide, temporary: false },
    })
    const { user } = open('/affiliates', viewer)
    await user.click(await screen.findByRole('button', { name: /^Switch merchant/ }))
    expect(await screen.findByRole('option', { name: /Tide & Bean/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Preview as viewer' })).toBeNull()
  })
})
