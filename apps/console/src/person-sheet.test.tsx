import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { UserListPage } from '@quaff/features/users/console/user-list-page'
import { buildUserRecord, buildUserRow } from '@quaff/features/users/testing/user-row-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { personSheetParts } from './page-parts'

const person = { role: 'customer', merchants: [] }
const stats = {
  totalUsers: 1,
  activeUsers: 1,
  merchantAccounts: 0,
  suspendedUsers: 0,
  newUsersThisMonth: 0,
  newSince: new Date('2026-03-01T00:00:00Z'),
  usersByRole: {},
  tabs: { team: 0, pending: 0, customers: 1, blocked: 0 },
}
const at = new Date('2026-03-09T12:00:00Z')
const answers = {
  'merchants.options': () => [],
  'users.stats': () => stats,
  'users.list': () => ({ rows: [buildUserRow(person)], hasMore: false, nextCursor: null, total: 1 }),
  'users.get': () => buildUserRecord(person),
  'redemptions.explainCustomer': () => ({
    at,
    timeZone: 'UTC',
    verdict: 'fails',
    findings: [],
    lastRedemption: null,
    passes: [],
    passesTotal: 0,
  }),
  'subscriptions.ofUser': () => ({ subscriptions: [], total: 0 }),
  'redemptions.ofUser': () => ({ redemptions: [], hasMore: false }),
  'activity.ofUser': () => [],
}

function OpenPerson() {
  const { session } = useSession()
  return session && <UserListPage search={{ id: 'usr_7' }} onSearch={() => {}} parts={personSheetParts} />
}

async function openPerson(session: ReturnType<typeof buildSession>, given: Answers = {}) {
  const view = renderConsole(
    <SessionProvider>
      <OpenPerson />
    </SessionProvider>,
    { ...answers, ...given, 'sessions.current': () => session },
  )
  const sheet = await screen.findByRole('dialog', { name: 'Dana Whitlock' })
  await within(sheet).findByRole('link', { name: 'dana@wrenandrye.test' })
  const tabs = () =>
    within(sheet)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent)
  const requested = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sheet, tabs, requested, user: userEvent.setup() }
}

describe('an open person', () => {
  it('has Profile, Access, Subscriptions, Redemptions and Activity for administrators, each with its own', async () => {
    const { sheet, tabs, requested, user } = await openPerson(buildSession())
    expect(tabs()).toEqual(['Profile', 'Access', 'Subscriptions', 'Redemptions', 'Activity'])
    await waitFor(() => expect(requested('redemptions.explainCustomer')).toEqual([{ userId: 'usr_7' }]))
    expect(requested('subscriptions.ofUser')).toEqual([])
    for (const [tab, procedure] of [
      ['Subscriptions', 'subscriptions.ofUser'],
      ['Redemptions', 'redemptions.ofUser'],
      ['Activity', 'activity.ofUser'],
    ] as const) {
      await user.click(within(sheet).getByRole('tab', { name: tab }))
      await waitFor(() => expect(requested(procedure)).toEqual([expect.objectContaining({ userId: 'usr_7' })]))
    }
  })

  it('has no tabs of a customer for staff who never had a subscription', async () => {
    const barista = { ...person, role: 'merchant_viewer', subscriptionCount: 0 }
    const { tabs } = await openPerson(buildSession(), { 'users.get': () => buildUserRecord(barista) })
    await waitFor(() => expect(tabs()).toEqual(['Profile', 'Access', 'Activity']))
  })

  it('has Profile and Access alone for merchant roles, and asks for nothing else', async () => {
    const assigned = { id: 'mer_1', name: 'Wren & Rye', logoUrl: null, temporary: false }
    for (const role of ['merchant_owner', 'merchant_viewer']) {
      const { tabs, calls, unmount } = await openPerson(buildSession({ role, merchantIds: ['mer_1'], assigned }))
      expect(tabs()).toEqual(['Profile', 'Access'])
      expect(calls.filter(({ name }) => /ofUser|explainCustomer|personalData/.test(name))).toEqual([])
      unmount()
    }
  })
})
