import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { AuditLogRow, VerifyAuditStep } from '../audit-contract'
import { AuditTab } from './audit-tab'
import type { SettingsSearch } from './settings-search-widget'

const row: AuditLogRow = {
  id: 'aud_1',
  action: 'update_plan',
  targetType: 'plan',
  targetId: 'pln_1',
  targetName: 'Ten a Month',
  merchantId: 'mer_1',
  merchantName: 'Foxglove Tea House',
  adminUserId: 'usr_1',
  adminEmail: 'ada@quaff.test',
  adminName: 'Ada Admin',
  requestId: 'req_1',
  occurredAt: new Date('2026-03-10T12:00:00Z'),
  sealPosition: 7,
  changes: [
    { field: 'Name', before: 'Nine a Month', after: 'Ten a Month' },
    { field: 'Description', before: null, after: 'More' },
  ],
}
const page = { rows: [row], nextCursor: null, hasMore: false, total: 1 }
const step: VerifyAuditStep = {
  checked: 5_000,
  through: 5_000,
  total: 6_000,
  findings: [],
  done: false,
  head: { position: 6_000, hash: 'ab' },
  unsealed: null,
}

function Page({ start }: { start: SettingsSearch }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  return <AuditTab search={search} onSearch={(next) => setSearch((before) => ({ ...before, ...next }))} />
}

async function open(answers: Answers = {}, search: SettingsSearch = {}) {
  const view = renderConsole(
    <SessionProvider>
      <Page start={search} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role: 'quaff_admin' }),
      'merchants.list': () => ({ rows: [] }),
      'merchants.options': () => [],
      'settings.auditOptions': () => ({
        actions: ['update_plan', 'export_users'],
        targetTypes: ['plan'],
        actors: [{ id: 'usr_1', name: 'Ada Admin' }],
      }),
      'settings.auditLog': () => page,
      ...answers,
    },
  )
  await screen.findByRole('button', { name: 'Verify log' })
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, inputs, user: userEvent.setup() }
}

describe('the audit log', () => {
  it('says who did what to what, and opens into what was before and after', async () => {
    const { user } = await open()
    expect((await screen.findByText('pln_1')).parentElement?.textContent).toBe('Ten a Monthpln_1')
    await user.click(await screen.findByText('Changed a plan'))
    const sheet = await screen.findByRole('dialog')
    const names = within(sheet).getByRole('row', { name: /^Name/ })
    expect(within(names).getByText('Nine a Month').tagName).toBe('DEL')
    expect(within(names).getByText('Ten a Month').tagName).toBe('INS')
    expect(within(sheet).getByText('Position 7')).toBeTruthy()
    expect(sheet.textContent).not.toContain('update_plan')
    expect(within(sheet).getByRole('link', { name: 'Ada Admin' }).getAttribute('href')).toBe('/users?id=usr_1')
  })

  it('asks for what the address filters by, days on the platform’s calendar', async () => {
    const { inputs } = await open({}, { action: 'update_plan', actorId: 'usr_1', from: '2026-03-01', to: '2026-03-02' })
    await screen.findByText('Changed a plan', { selector: 'a, [data-row-link], .q-strong' })
    expect(inputs('settings.auditLog')[0]).toMatchObject({
      action: 'update_plan',
      actorId: 'usr_1',
      from: new Date('2026-03-01T00:00:00.000Z'),
      to: new Date('2026-03-02T23:59:59.999Z'),
    })
    expect(screen.getByText('Mar 1, 2026 – Mar 2, 2026')).toBeTruthy()
  })

  it('is searched by a name or a whole id', async () => {
    const { user, inputs } = await open({ 'settings.auditLog': () => ({ ...page, total: 12 }) })
    await user.type(await screen.findByRole('searchbox', { name: 'Search by name or full ID' }), 'Foxglove')
    await waitFor(() => expect(inputs('settings.auditLog').at(-1)).toMatchObject({ q: 'Foxglove' }))
  })

  it('finds an entry of the address that is not among the loaded ones', async () => {
    const { inputs } = await open({ 'settings.auditEntry': () => ({ ...row, id: 'aud_9' }) }, { id: 'aud_9' })
    expect(await within(await screen.findByRole('dialog')).findByText('aud_9')).toBeTruthy()
    expect(inputs('settings.auditEntry')).toEqual([{ auditId: 'aud_9' }])
  })

  it('says that nothing matches and clears the filters', async () => {
    const empty = { rows: [], nextCursor: null, hasMore: false, total: 0 }
    const { user, inputs } = await open({ 'settings.auditLog': () => empty }, { targetId: 'pln_x' })
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(inputs('settings.auditLog').at(-1)).not.toHaveProperty('targetId'))
    expect(await screen.findByText('No entries yet')).toBeTruthy()
  })

  it('exports what is filtered', async () => {
    const files: FileDownload[] = []
    setFileDownloader(async (file) => void files.push(file))
    const { user } = await open({}, { action: 'update_plan' })
    await openListPart('Export')
    await user.click(await screen.findByRole('menuitem', { name: 'CSV', hidden: true }))
    expect(files).toEqual([
      { path: '/api/files/audit-export', body: { format: 'csv', filter: { action: 'update_plan' } } },
    ])
  })
})

describe('verifying the chain', () => {
  const verify = async (answers: Answers) => {
    const view = await open(answers)
    await view.user.click(screen.getByRole('button', { name: 'Verify log' }))
    return view
  }

  it('asks stretch by stretch and says when all is whole', async () => {
    const { inputs } = await verify({
      'settings.verifyAudit': ({ after }: { after: number }) =>
        after === 0 ? step : { ...step, checked: 1_000, through: 6_000, done: true, unsealed: 2 },
    })
    expect(await screen.findByText('6,000 entries verified. No tampering found')).toBeTruthy()
    expect(screen.getByText('2 waiting for the next seal.')).toBeTruthy()
    expect(inputs('settings.verifyAudit')).toEqual([{ after: 0 }, { after: 5_000 }])
  })

  it('shows how far it is', async () => {
    await verify({
      'settings.verifyAudit': ({ after }: { after: number }) => (after === 0 ? step : new Promise(() => {})),
    })
    expect(await screen.findByText('5,000 of 6,000 entries checked')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Checking' })).toBeTruthy()
  })

  it('stops at 100,000 entries and says how to check the rest', async () => {
    const { inputs } = await verify({
      'settings.verifyAudit': ({ after }: { after: number }) => ({ ...step, through: after + 5_000, total: 250_000 }),
    })
    expect(await screen.findByText(/To verify all 250,000/)).toBeTruthy()
    expect(inputs('settings.verifyAudit')).toHaveLength(20)
  })

  it('names each finding', async () => {
    const findings = [{ kind: 'altered', position: 3, auditId: 'aud_3' }] as const
    await verify({ 'settings.verifyAudit': () => ({ ...step, findings, done: true }) })
    expect(await screen.findByText('1 finding')).toBeTruthy()
    expect(screen.getByText('Position 3: entry aud_3 was changed after it was sealed.')).toBeTruthy()
  })

  it('says when it could not check all', async () => {
    await verify({
      'settings.verifyAudit': () => {
        throw new Error('down')
      },
    })
    expect(await screen.findByText(/Couldn’t verify all entries/)).toBeTruthy()
  })
})
