import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { settingsTabs } from '../tabs-rules'
import { SettingsPage } from './settings-page'
import { settingsSearch, type SettingsSearch } from './settings-search-widget'

const EditProfile = ({ onClose }: { onClose: () => void }) => (
  <div role="dialog" aria-label="Edit profile">
    <button type="button" onClick={onClose}>
      Close it
    </button>
  </div>
)
const Security = () => <p>Security of the account</p>

function Page({ raw, withSecurity }: { raw: Record<string, unknown>; withSecurity: boolean }) {
  const [search, setSearch] = useState<SettingsSearch>(settingsSearch.read(raw))
  if (!useSession().session) return null
  const parts = withSecurity ? { EditProfile, Security } : { EditProfile }
  return (
    <SettingsPage search={search} onSearch={(next) => setSearch((before) => ({ ...before, ...next }))} parts={parts} />
  )
}

type Setting = { role?: string; raw?: Record<string, unknown>; answers?: Answers; withSecurity?: boolean }

async function open({ role = 'quaff_admin', raw = {}, answers = {}, withSecurity = false }: Setting = {}) {
  const merchantIds = role === 'quaff_admin' ? [] : ['mer_1']
  const view = renderConsole(
    <SessionProvider>
      <Page raw={raw} withSecurity={withSecurity} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role, merchantIds }),
      'merchants.list': () => ({ rows: [] }),
      'merchants.options': () => [{ id: 'mer_1', name: 'Foxglove Tea House', logoUrl: null }],
      ...answers,
    },
  )
  await screen.findByRole('heading', { level: 1 })
  return { ...view, user: userEvent.setup() }
}

const list = () => screen.getByRole('navigation', { name: 'Settings' })
const entries = () =>
  within(list())
    .getAllByRole('group')
    .map((group) => [
      group.getAttribute('aria-label'),
      ...within(group)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ])
const current = () => within(list()).getByRole('link', { current: 'page' }).textContent

describe('the settings', () => {
  it('open at the profile, with all groups for administrators', async () => {
    await open()
    expect(entries()).toEqual([
      ['You', 'Profile', 'Preferences', 'My access'],
      ['Platform', 'General', 'Email templates', 'System health', 'Audit log'],
    ])
    expect(current()).toBe('Profile')
    expect(screen.getByRole('link', { name: /Billing/ }).getAttribute('href')).toBe('/settings/billing')
    expect(screen.getByRole('link', { name: /Branding/ }).getAttribute('href')).toBe('/settings/branding')
  })

  it('open the profile for a tab that there is not', async () => {
    await open({ raw: { tab: 'nonsense' } })
    expect(current()).toBe('Profile')
  })

  it.each(['health', 'platform', 'mails', 'audit'])(
    '§G8 show no access to %s in the page to anyone who lacks it',
    async (tab) => {
      const { calls } = await open({ role: 'merchant_viewer', raw: { tab } })
      expect(screen.getByText('No access')).toBeTruthy()
      expect(entries()).toEqual([['You', 'Profile', 'Preferences', 'My access']])
      expect(calls.filter(({ name }) => name.startsWith('settings.'))).toEqual([])
      expect(screen.getByRole('link', { name: 'Go to profile' }).getAttribute('href')).toBe('/settings?tab=profile')
    },
  )

  it('have the security tab only where the app brings one', async () => {
    await open({ raw: { tab: 'security' } })
    expect(current()).toBe('Profile')
    expect(screen.queryByRole('link', { name: 'Security' })).toBeNull()
  })

  it('show what the app brings for security', async () => {
    await open({ raw: { tab: 'security' }, withSecurity: true })
    expect(await screen.findByText('Security of the account')).toBeTruthy()
  })

  it('edit the profile in the same form as the account menu, and give the focus back', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Edit profile' }))
    await user.click(within(await screen.findByRole('dialog')).getByText('Close it'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit profile' })))
  })
})

describe('the settings on a phone', () => {
  beforeEach(() => {
    const phone = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }
    vi.stubGlobal('matchMedia', () => phone)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('begin with the list, whose entries say what is behind them', async () => {
    await open()
    expect(screen.getByRole('link', { name: /^My access\s*Role and merchants/ }).getAttribute('href')).toBe(
      '/settings?tab=access',
    )
    expect(screen.queryByRole('button', { name: 'Edit profile' })).toBeNull()
  })

  it('name the open page, with the way back to the list', async () => {
    await open({ raw: { tab: 'preferences' } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Preferences')
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
  })
})

describe('preferences', () => {
  it('take effect at once and are kept', async () => {
    const { user } = await open({ raw: { tab: 'preferences' } })
    await user.click(await screen.findByRole('button', { name: 'Compact' }))
    await user.click(screen.getByRole('button', { name: '24 hours' }))
    await user.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }))
    await user.click(screen.getByRole('button', { name: 'Semicolons, 1,50' }))
    expect(screen.getByRole('button', { name: 'Compact', pressed: true })).toBeTruthy()
    expect(screen.getByText('Off')).toBeTruthy()
    expect(document.documentElement.dataset['density']).toBe('compact')
    const kept = Object.values(window.localStorage).join(' ')
    expect(kept).toContain('"hourCycle":"24h"')
    expect(kept).toContain('"shortcutsEnabled":false')
    expect(kept).toContain('"csvDialect":"semicolon"')
  })
})

describe('the theme', () => {
  it('is that of the system until a light or dark one is chosen, at once and for good', async () => {
    const { user } = await open({ raw: { tab: 'preferences' } })
    expect(await screen.findByRole('button', { name: 'System', pressed: true })).toBeTruthy()
    for (const theme of ['Dark', 'Light']) {
      await user.click(screen.getByRole('button', { name: theme }))
      expect(document.documentElement.dataset['mantineColorScheme']).toBe(theme.toLowerCase())
      expect(Object.values(window.localStorage).join(' ')).toContain(`"theme":"${theme.toLowerCase()}"`)
    }
  })
})

describe('my access', () => {
  it('says what one may do, where, and whom to ask for the rest, from the tables that the server checks', async () => {
    const { user } = await open({ role: 'merchant_viewer', raw: { tab: 'access' } })
    expect(await screen.findByText('View assigned merchants')).toBeTruthy()
    expect(await screen.findByText('Foxglove Tea House')).toBeTruthy()
    const lines = (group: string, list: string) =>
      within(within(screen.getByRole('region', { name: group })).getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(lines('Plans', 'You can')).toEqual(['View plans and prices'])
    expect(lines('Plans', 'Ask an owner')).toEqual(['Edit plans and prices'])
    expect(lines('Billing', 'Ask an administrator')).toContain('Download the bank file')
    await user.type(screen.getByRole('searchbox', { name: 'Search permissions' }), 'bank')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Plans' })).toBeNull())
    expect(lines('Billing', 'Ask an owner')).toEqual(['View masked bank details', 'Change bank details'])
    await user.type(screen.getByRole('searchbox'), 'zzz')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('region', { name: 'Plans' })).toBeTruthy()
  })

  it('sends an administrator to no one', async () => {
    await open({ raw: { tab: 'access' } })
    expect(await screen.findByRole('region', { name: 'Plans' })).toBeTruthy()
    expect(screen.queryByText(/^Ask an/)).toBeNull()
    // Nothing is folded: each right can be read at once.
    expect(screen.getByText('Edit plans and prices').closest('details')).toBeNull()
    expect(document.querySelector('details')).toBeNull()
    expect(screen.getByRole('link', { name: 'All merchants' })).toBeTruthy()
  })
})

describe('the address of the settings', () => {
  it('keeps every tab, drops what is not valid and never breaks', () => {
    for (const tab of settingsTabs) expect(settingsSearch.read({ tab })).toEqual({ tab })
    expect(settingsSearch.read({ tab: ['x'], from: '2026-02-31', page: -1, id: 'x'.repeat(200) })).toEqual({
      tab: 'profile',
    })
    expect(settingsSearch.read({ tab: 'audit', action: 'update_plan', from: '2026-03-01', page: '2' })).toEqual({
      tab: 'audit',
      action: 'update_plan',
      from: '2026-03-01',
      page: 2,
    })
  })
})

describe('system health', () => {
  const checkedAt = new Date('2026-03-10T12:00:00Z')
  const part = (state: string, hint: string | null = null) => ({
    part: 'mail',
    state,
    facts: [{ label: 'Waiting', value: '3' }],
    hint,
    tookMs: 5,
  })

  it('shows each part with its state and what to do, and checks again when asked', async () => {
    let state = 'fail'
    const { user, calls } = await open({
      raw: { tab: 'health' },
      answers: {
        'settings.checkHealth': () => ({ checkedAt, version: '1.2', parts: [part(state, 'Check the mail server.')] }),
      },
    })
    expect(await screen.findByText('Something is broken')).toBeTruthy()
    expect(screen.getByText('Check the mail server.')).toBeTruthy()
    state = 'ok'
    await user.click(screen.getByRole('button', { name: 'Re-check' }))
    expect(await screen.findByText('All systems operational')).toBeTruthy()
    expect(calls.filter(({ name }) => name === 'settings.checkHealth')).toHaveLength(2)
  })

  it('copies a report in plain text', async () => {
    const { user } = await open({
      raw: { tab: 'health' },
      answers: { 'settings.checkHealth': () => ({ checkedAt, version: '1.2', parts: [part('warn')] }) },
    })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(await screen.findByRole('button', { name: 'Copy report' }))
    expect(write.mock.calls[0]?.[0]).toContain('Email: Needs attention (5 ms)\n  Waiting: 3')
    expect(await screen.findByText('Report copied')).toBeTruthy()
  })

  it('offers Retry when nothing could be checked', async () => {
    await open({
      raw: { tab: 'health' },
      answers: {
        'settings.checkHealth': () => {
          throw new Error('down')
        },
      },
    })
    expect(await screen.findByText('Couldn’t check system health. Try again.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })
})
