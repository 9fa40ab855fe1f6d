import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import type { SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { setFileUploader, type FileUpload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { ImportDetails, ImportRunRow } from '../contract'
import type { Difference } from '../report-contract'
import { ImportsTab } from './imports-tab-widget'

const none = { created: 0, updated: 0, same: 0, kept: 0, skipped: 0 }
const markup = '<img src=x onerror=alert(1)>'
const row: ImportRunRow = {
  id: 'imp_1',
  state: 'checked',
  source: markup,
  startedAt: new Date('2026-11-20T08:00:00Z'),
  endedAt: null,
  startedBy: null,
  read: 12,
  total: 10,
  outcomes: none,
  stopReason: null,
  mayContinue: false,
  mayUndo: false,
}
const details: ImportDetails = {
  ...row,
  paidUntil: null,
  grantsAdmins: false,
  choice: null,
  sources: [{ label: 'Documents, one per line', files: 1, bytes: 2_000 }],
  lacks: [`${markup} is unreadable from here on: damaged`],
  kinds: [{ kind: 'subscriptions', read: 10, ready: 8, changed: 1, foreseenSkipped: 1, outcomes: null, undone: null }],
  comparison: null,
  others: [{ collection: markup, read: 2 }],
  money: [],
  ids: [],
  passwords: null,
  administrators: [{ id: 'boss', name: null }],
  problems: [
    { level: 'skipped', collection: 'subscriptions', fault: 'fraction', count: 1 },
    { level: 'changed', collection: 'users', fault: 'not_an_email', count: 1 },
  ],
}
const problem = {
  id: '1',
  path: `users/${markup}`,
  collection: markup,
  field: markup,
  fault: 'not_an_email',
  level: 'changed',
  shown: markup,
  file: markup,
  place: markup,
  record: { kind: 'users', id: 'u1' },
}
const pageOf = (rows: object[]) => ({ rows, nextCursor: null, hasMore: false, total: rows.length })

function Tab({ run }: { run: string | undefined }) {
  const [search, setSearch] = useState<SettingsSearch>({ tab: 'import', run })
  if (!useSession().session) return null
  return <ImportsTab search={search} onSearch={(next) => setSearch({ ...search, ...next })} />
}

function open(run?: string, answers: Answers = {}) {
  const view = renderConsole(
    <SessionProvider>
      <Tab run={run} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role: 'quaff_admin', merchantIds: [] }),
      'imports.list': () => pageOf([]),
      'imports.get': () => details,
      'imports.problems': () => pageOf([problem]),
      ...answers,
    },
  )
  const inputsOf = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, inputsOf, user: userEvent.setup() }
}

describe('the list of imports', () => {
  it('explains how to start if there are none', async () => {
    open()
    expect(await screen.findByText('npm run import -- old-system/')).toBeTruthy()
    expect(screen.getByText('docs/importing.md')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Upload a file' })).toHaveLength(1)
  })

  it('shows state and progress of each import, also from the command line', async () => {
    const outcomes = { ...none, created: 3, skipped: 1 }
    open(undefined, { 'imports.list': () => pageOf([{ ...row, state: 'writing', outcomes }]) })
    expect(await screen.findByText('Writing')).toBeTruthy()
    expect(screen.getByText('4 of 10 documents')).toBeTruthy()
    expect(screen.getByText('Command line')).toBeTruthy()
    expect(screen.getByRole('link', { name: markup }).getAttribute('href')).toBe('?tab=import&run=imp_1')
  })

  it('accepts one file of a known type and opens its report', async () => {
    const sent: FileUpload[] = []
    setFileUploader(async (upload) => {
      sent.push(upload)
      return { runId: 'imp_1' }
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Upload a file' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Upload and check' })).toHaveProperty('disabled', true)
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no field for a file')
    await user.upload(input, new File(['{}'], 'old.json'))
    await user.click(dialog.getByRole('button', { name: 'Upload and check' }))
    expect(await screen.findByText('Nothing is saved yet')).toBeTruthy()
    expect(sent.map(({ path, fields }) => [path, fields])).toEqual([['/api/uploads/import', { fileName: 'old.json' }]])
  })
})

describe('the options of an upload', () => {
  it('§0044 are sent with the file only if chosen', async () => {
    const sent: FileUpload[] = []
    setFileUploader(async (upload) => {
      sent.push(upload)
      return { runId: 'imp_1' }
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Upload a file' }))
    const dialog = within(screen.getByRole('dialog'))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no field for a file')
    await user.upload(input, new File(['{}'], 'old.json'))
    await user.click(dialog.getByText('Options'))
    await user.click(dialog.getByLabelText('Only'))
    await user.click(await screen.findByRole('option', { name: 'Plans', hidden: true }))
    await user.click(screen.getByRole('option', { name: 'Merchants', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Whole: 29.99' }))
    await user.type(dialog.getByLabelText('Currency'), 'ch')
    expect(dialog.getByRole('button', { name: 'Upload and check' })).toHaveProperty('disabled', true)
    expect(dialog.getByText('Enter three letters, such as CHF')).toBeTruthy()
    const currency = dialog.getByLabelText<HTMLInputElement>('Currency')
    await user.type(currency, 'f')
    expect(currency.value).toBe('chf')
    await user.tab()
    expect(currency.value).toBe('CHF')
    await user.click(dialog.getByRole('button', { name: 'Upload and check' }))
    expect(await screen.findByText('Nothing is saved yet')).toBeTruthy()
    expect(sent[0]?.fields).toEqual({
      fileName: 'old.json',
      only: 'plans,merchants',
      amounts: 'units',
      currency: 'CHF',
    })
  })

  it('§0044 are shown with their effect', async () => {
    const money = ['2 documents without a currency, read as CHF.']
    open('imp_1', { 'imports.get': () => ({ ...details, money }) })
    expect(await screen.findByText(money[0] ?? '')).toBeTruthy()
  })
})

describe('one import', () => {
  it('§0044 shows the effect of ID lines', async () => {
    open('imp_1', { 'imports.get': () => ({ ...details, ids: ['1 document gets the ID from the ID file'] }) })
    expect(await screen.findByText('1 document gets the ID from the ID file')).toBeTruthy()
  })

  it('shows texts from files as plain text and links problems to records', async () => {
    const { user, container, inputsOf } = open('imp_1')
    await screen.findByText('Found in the files')
    await user.click(await screen.findByRole('tab', { name: /Imported with changes/ }))
    await waitFor(() => expect(inputsOf('imports.problems').at(-1)).toMatchObject({ runId: 'imp_1', level: 'changed' }))
    expect(inputsOf('imports.problems')[0]).toMatchObject({ level: 'skipped' })
    expect((await screen.findByRole('link', { name: 'Open' })).getAttribute('href')).toBe('/users?id=u1')
    expect(container.querySelector('img')).toBeNull()
    for (const text of [`users/${markup}`, `${markup}, ${markup}`]) expect(screen.getByText(text)).toBeTruthy()
  })

  it('has one place for each problem: in the files, here, or both', async () => {
    const file = { file: 'old.json', place: 'line 8' }
    const problems = [
      { ...problem, ...file, id: '1', record: null },
      { ...problem, file: '', place: '', id: '2', record: { kind: 'subscriptions', id: 's1' } },
      { ...problem, ...file, id: '3' },
      { ...problem, file: '', place: '', id: '4', record: null },
    ]
    open('imp_1', { 'imports.problems': () => pageOf(problems) })
    await screen.findAllByRole('link', { name: 'Open' })
    const list = within(screen.getByRole('grid', { name: /^Problems/ }))
    expect(list.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Place')
    const places = list
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.textContent)
    expect(places).toEqual(['old.json, line 8', 'Open', 'old.json, line 8Open', '—'])
    expect(screen.getByText(/one document can have several/)).toBeTruthy()
  })

  it('reports no problems only if every file could be read', async () => {
    const { unmount } = open('imp_1', { 'imports.get': () => ({ ...details, problems: [] }) })
    expect(await screen.findByText(/unreadable from here on/)).toBeTruthy()
    expect(screen.queryByText('No problems')).toBeNull()
    unmount()
    open('imp_1', { 'imports.get': () => ({ ...details, lacks: [], problems: [] }) })
    expect(await screen.findByText('No problems')).toBeTruthy()
  })

  it('shows the chosen kinds and what was left out', async () => {
    const choice = { only: ['merchants', 'plans'], leftOut: [{ collection: markup, read: 1_204 }] }
    const { container } = open('imp_1', { 'imports.get': () => ({ ...details, choice }) })
    expect(await screen.findByText('Merchants, Plans')).toBeTruthy()
    expect(screen.getByText('Left out')).toBeTruthy()
    expect(screen.getByText(`${markup} (1,204)`)).toBeTruthy()
    expect(container.querySelector('img')).toBeNull()
  })

  it('shows no choice if all kinds were chosen', async () => {
    open('imp_1')
    await screen.findByText('Found in the files')
    expect(screen.queryByText('Only')).toBeNull()
    expect(screen.queryByText('Left out')).toBeNull()
  })

  it('asks for the paid-until day, administrators and a damaged source before applying', async () => {
    const { user, inputsOf } = open('imp_1', { 'imports.apply': () => ({ ...row, state: 'writing' }) })
    await user.click(await screen.findByRole('button', { name: 'Apply import' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Apply import' }))
    expect(await dialog.findByText('Choose a date')).toBeTruthy()
    expect(inputsOf('imports.apply')).toEqual([])
    await user.type(dialog.getByLabelText('Paid until'), '2026-12-01{Tab}')
    expect(dialog.getByText('boss')).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: 'Import a damaged source' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Grant admin access' }))
    await user.click(dialog.getByRole('button', { name: 'Apply import' }))
    await waitFor(() =>
      expect(inputsOf('imports.apply')).toEqual([
        { runId: 'imp_1', paidUntil: new Date('2026-12-01T00:00:00Z'), grantsAdmins: true, takesDamaged: true },
      ]),
    )
  })

  it('can be continued after an interruption', async () => {
    const interrupted = { ...details, state: 'stopped', mayContinue: true, mayUndo: true }
    const { user, inputsOf } = open('imp_1', {
      'imports.get': () => interrupted,
      'imports.continue': () => ({ ...row, state: 'writing' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Continue import' }))
    await waitFor(() => expect(inputsOf('imports.continue')).toEqual([{ runId: 'imp_1' }]))
    expect(screen.getByText('Import interrupted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Apply import' })).toBeNull()
  })

  it('shows the number of recipients before any email is sent', async () => {
    const requested: unknown[] = []
    const { user } = open('imp_1', {
      'imports.get': () => ({ ...details, state: 'done', mayUndo: true }),
      'imports.team': () => ({ without: 2, with: 3, invited: 1, unreachable: 0 }),
      'imports.invite': (input: unknown) => ({ invited: requested.push(input), left: requested.length < 2 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Invite the team' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText(/2 people get a link.*1 person already invited/)).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: /3 people with an imported password/ }))
    await user.click(dialog.getByRole('button', { name: 'Invite 5 people' }))
    await waitFor(() => expect(requested).toHaveLength(2))
    expect(requested[0]).toEqual({ runId: 'imp_1', withPassword: true })
  })

  it('§0044 lists sums that differ, with both values', async () => {
    const difference: Difference = {
      figure: 'monthly',
      of: 'm1',
      currency: 'chf',
      name: markup,
      documents: 5_800,
      rows: 2_900,
      counted: 2_900,
      causes: [{ cause: 'skipped', value: 2_900 }],
      isExplained: true,
    }
    const comparison = { at: '2026-11-20T08:00:00.000Z', sums: 14, differences: [difference], more: 0, lost: [] }
    open('imp_1', { 'imports.get': () => ({ ...details, state: 'done', comparison }) })
    const cells = within(await screen.findByRole('region', { name: 'Totals that differ' })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent.replaceAll('\u00A0', ' '))).toEqual([
      `${markup} (m1), CHF`,
      'CHF 58.00',
      'CHF 29.00',
      'CHF 29.00',
      'CHF 29.00 skipped',
    ])
    expect(screen.getByText('1 of 14 totals differ, all explained')).toBeTruthy()
  })

  it('§0044 reports that all sums agree', async () => {
    const comparison = { at: '2026-11-20T08:00:00.000Z', sums: 14, differences: [], more: 0, lost: [] }
    open('imp_1', { 'imports.get': () => ({ ...details, state: 'done', comparison }) })
    expect(await screen.findByText('All 14 totals match')).toBeTruthy()
  })
})
