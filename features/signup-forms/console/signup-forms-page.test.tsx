import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildField } from '../testing/field-factory'
import {
  buildFormRecord,
  buildFormRow,
  buildSubmissionRecord,
  buildSubmissionRow,
} from '../testing/form-record-factory'
import { FunnelPanel, funnelSteps } from './funnel-panel'
import { embedCode, SharePanel } from './share-panel'
import { SignupFormsPage } from './signup-forms-page'
import { signupFormsSearch, type SignupFormsSearch } from './signup-forms-search-widget'

const pageOf = <Row,>(rows: Row[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })

function Page({ start, seen }: { start: SignupFormsSearch; seen: (search: SignupFormsSearch) => void }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  const change = (next: Partial<SignupFormsSearch>) => {
    setSearch({ ...search, ...next })
    seen({ ...search, ...next })
  }
  return <SignupFormsPage search={search} onSearch={change} />
}

function renderPage(start: SignupFormsSearch = {}, answers: Answers = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'signupForms.list': () => pageOf([buildFormRow()]),
      'signupForms.get': () => buildFormRecord(),
      'signupForms.submissionCounts': () => ({ all: 3, submitted: 2, approved: 1, rejected: 0 }),
      'signupForms.submissions': () =>
        pageOf([buildSubmissionRow(), buildSubmissionRow({ id: 'sub_2', businessName: '<b>Ben</b>' })]),
      'signupForms.submission': ({ submissionId }: { submissionId: string }) =>
        buildSubmissionRecord({ id: submissionId }),
      'signupForms.approve': () => ({ success: true }),
      'signupForms.reject': () => ({ success: true }),
      ...answers,
    },
  )
  const requested = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, search: () => latest, requested, user: userEvent.setup() }
}

it('counts pending submissions, and leaves applications of the partner pages to their own page', async () => {
  const { requested } = renderPage()
  expect(await screen.findByRole('tab', { name: /^Submissions\s*2$/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /applications/ })).toBeNull()
  expect(requested('signup.list')).toEqual([])
})

it('has one bar of tabs and no switch of views, and opens the submissions that wait', async () => {
  const { user, requested, search } = renderPage()
  await user.click(await screen.findByRole('tab', { name: /^Submissions\s*2/ }))
  expect(await screen.findByText('<b>Ben</b>')).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Forms', 'Submissions2'])
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(search()).toMatchObject({ tab: 'submissions', status: 'submitted' })
  expect(requested('signupForms.submissions')).toMatchObject([{ status: 'submitted' }])
  await user.click(screen.getByRole('tab', { name: 'Forms' }))
  expect(search()).toMatchObject({ tab: undefined, status: undefined })
})

it('keeps valid parts of a URL and drops the rest', () => {
  const valid = { tab: 'submissions', form: 'frm_1', status: 'rejected', q: 'moon', id: 'sub_1' }
  expect(signupFormsSearch.read({ ...valid, state: 'gone', view: 'x', page: 0 })).toEqual(valid)
})

describe('the forms list', () => {
  it('shows the figures of each form', async () => {
    renderPage({}, { 'signupForms.list': () => pageOf([buildFormRow({ hasChanges: true })]) })
    const row = (await screen.findByText('Harbour cafés')).closest('tr')
    expect(within(row as HTMLElement).getByText('/f/harbour-cafes')).toBeTruthy()
    expect(within(row as HTMLElement).getByText('Unpublished changes')).toBeTruthy()
    expect(row?.textContent).toMatch(/200.*80.*20 · 2 waiting.*5/)
  })

  it('deletes only forms without submissions, and says why', async () => {
    renderPage()
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Harbour cafés' }))
    const remove = await screen.findByRole('menuitem', { name: /^Delete/, hidden: true })
    expect(remove.getAttribute('title')).toBe('It has submissions. Close it instead.')
  })

  it('closes a live form without a confirmation', async () => {
    const { requested } = renderPage({}, { 'signupForms.close': () => buildFormRecord({ status: 'closed' }) })
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Harbour cafés' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Close', hidden: true }))
    await waitFor(() => expect(requested('signupForms.close')).toEqual([{ formId: 'frm_1', version: 7 }]))
  })
})

describe('a new form', () => {
  it('has a slug that follows its name, and opens in the builder', async () => {
    const created = () => buildFormRecord({ id: 'frm_2' })
    const { user, requested, search } = renderPage({ action: 'create' }, { 'signupForms.create': created })
    await user.type(await screen.findByLabelText(/^Name/), 'Cafés 2027')
    expect(screen.getByLabelText<HTMLInputElement>(/^Page link/).value).toBe('cafes-2027')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(search().id).toBe('frm_2'))
    expect(requested('signupForms.create')).toMatchObject([{ name: 'Cafés 2027', slug: 'cafes-2027' }])
  })

  it('keeps the caret in a typed slug, and converts it to lower case after leaving the field', async () => {
    const { user } = renderPage({ action: 'create' })
    const slug = await screen.findByLabelText<HTMLInputElement>(/^Page link/)
    await user.type(slug, 'Bars')
    await user.type(slug, 'E', { initialSelectionStart: 1, initialSelectionEnd: 1 })
    await user.keyboard('x')
    expect([slug.value, slug.selectionStart]).toEqual(['BExars', 3])
    await user.tab()
    expect(slug.value).toBe('bexars')
  })

  it('says what is wrong with a slug, and when it is taken', async () => {
    const { user, requested } = renderPage(
      { action: 'create' },
      {
        'signupForms.create': () => {
          const data = { reason: 'SLUG_TAKEN', field: 'slug' }
          throw new ORPCError('CONFLICT', { message: 'Another form has this address.', data })
        },
      },
    )
    const slug = await screen.findByLabelText(/^Page link/)
    await user.type(screen.getByLabelText(/^Name/), 'Bars')
    await user.type(slug, ' !')
    expect(screen.getByText('Use letters, digits and hyphens, like cafes-2027.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(requested('signupForms.create')).toEqual([])
    await user.type(slug, '{Backspace}')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Another form has this address.')).toBeTruthy()
  })

  it('can start as a copy of another one', async () => {
    const { user, requested } = renderPage(
      { action: 'create', id: 'frm_1' },
      { 'signupForms.create': () => buildFormRecord({ id: 'frm_2' }) },
    )
    expect(await screen.findByDisplayValue('Copy of Harbour cafés')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create form' }))
    await waitFor(() =>
      expect(requested('signupForms.create')).toMatchObject([{ slug: 'copy-of-harbour-cafes', copyOf: 'frm_1' }]),
    )
  })
})

describe('the inbox', () => {
  it('shows markup as text, and requires one form before an export', async () => {
    renderPage({ tab: 'submissions' })
    const name = await screen.findByText('<b>Ben</b>')
    // Few rows need no search, and the menu takes no line of its own.
    expect(screen.queryByRole('search')).toBeNull()
    const menu = screen.getByRole('button', { name: 'List options' })
    expect(menu.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    fireEvent.click(menu)
    const exporting = await screen.findByRole('menuitem', { name: /^Export/, hidden: true })
    expect(exporting.getAttribute('aria-disabled')).toBe('true')
    expect(exporting.textContent).toContain('Choose a form')
  })

  it('exports one form in the chosen status', async () => {
    const exported: FileDownload[] = []
    setFileDownloader((file) => Promise.resolve(void exported.push(file)))
    renderPage({ tab: 'submissions', form: 'frm_1', status: 'approved' })
    await openListPart('Export')
    fireEvent.click((await screen.findAllByRole('menuitem', { name: 'CSV', hidden: true }))[0] ?? document.body)
    await waitFor(() => expect(exported).toHaveLength(1))
    expect(exported[0]).toMatchObject({
      path: '/api/files/submissions-export',
      body: { formId: 'frm_1', format: 'csv', status: 'approved' },
    })
  })

  it('supports the keyboard: A approves after a confirmation, the arrows move on, R asks for a reason', async () => {
    const { user, requested, search } = renderPage({ tab: 'submissions', id: 'sub_1' })
    await screen.findByRole('button', { name: /^Approve/ })
    await user.keyboard('a')
    const dialog = await screen.findByRole('dialog', { name: 'Approve Half Moon?' })
    expect(within(dialog).getByText(/as the owner of a new merchant/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(requested('signupForms.approve')).toEqual([{ submissionId: 'sub_1', version: 1 }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Approve Half Moon?' })).toBeNull())
    await user.keyboard('{ArrowRight}')
    expect(search().id).toBe('sub_2')
    await screen.findByRole('button', { name: /^Reject/ })
    await user.keyboard('r')
    const refusal = await screen.findByRole('dialog', { name: /^Reject/ })
    await user.click(within(refusal).getByRole('button', { name: 'Reject' }))
    expect(within(refusal).getByText('Enter a reason')).toBeTruthy()
    await user.type(within(refusal).getByLabelText(/^Reason/), 'Too far away')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(requested('signupForms.reject')).toEqual([{ submissionId: 'sub_2', version: 1, reason: 'Too far away' }]),
    )
  })

  it('says if the email is verified, and what an approval does, before it emails', async () => {
    const { user } = renderPage({ tab: 'submissions', id: 'sub_1' })
    expect(await screen.findByText('Unverified email')).toBeTruthy()
    await user.keyboard('a')
    const dialog = await screen.findByRole('dialog', { name: 'Approve Half Moon?' })
    expect(within(dialog).getByText(/isn’t verified.*the first message they’ll get/)).toBeTruthy()
    cleanup()
    const record = buildSubmissionRecord({ isProved: true, approval: 'convert' })
    renderPage({ tab: 'submissions', id: 'sub_1' }, { 'signupForms.submission': () => record })
    expect(await screen.findByText('Verified')).toBeTruthy()
    expect(screen.queryByText('Unverified email')).toBeNull()
    await user.keyboard('a')
    const other = await screen.findByRole('dialog', { name: 'Approve Half Moon?' })
    expect(
      within(other).getByText(/^The customer ana@halfmoon.test becomes the owner of a new merchant right away/),
    ).toBeTruthy()
    expect(within(other).queryByText(/verified/)).toBeNull()
  })

  it('says why a submission cannot be approved, and ignores A', async () => {
    const obstacle = 'This address has an account already.'
    const { user } = renderPage(
      { tab: 'submissions', id: 'sub_1' },
      { 'signupForms.submission': () => buildSubmissionRecord({ obstacle }) },
    )
    expect((await screen.findByRole('button', { name: /^Approve/ })).getAttribute('aria-description')).toBe(obstacle)
    await user.keyboard('a')
    expect(screen.queryByRole('dialog', { name: 'Approve Half Moon?' })).toBeNull()
  })

  it('shows each answer beside its question: pictures, lines, and questions that were not asked', async () => {
    const fields = [
      buildField({ id: 'q_a', kind: 'choice', label: 'Do you roast?', options: ['Yes', 'No'] }),
      buildField({ id: 'q_b', kind: 'short', label: 'Which one?', showWhen: { fieldId: 'q_a', equals: 'Yes' } }),
      buildField({ id: 'q_c', kind: 'long', label: 'More' }),
      buildField({ id: 'q_d', kind: 'image', label: 'Front' }),
    ]
    const answers = [
      { fieldId: 'q_a', value: '<script>No</script>' },
      { fieldId: 'q_d', value: 'img_1' },
    ]
    renderPage(
      { tab: 'submissions', id: 'sub_1' },
      {
        'signupForms.submission': () =>
          buildSubmissionRecord({ fields, answers, images: [{ id: 'img_1', url: '/api/files/x' }] }),
      },
    )
    expect(await screen.findByText('<script>No</script>')).toBeTruthy()
    expect(screen.getByText('Not asked')).toBeTruthy()
    expect(screen.getByText('Not answered')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Answer to Front' }).getAttribute('src')).toBe('/api/files/x')
  })
})

describe('the funnel', () => {
  it('shows each step as a share of the previous one', () => {
    const steps = funnelSteps({ viewed: 200, started: 50, submitted: 60, approved: 0 })
    expect(steps.map(({ rate }) => rate)).toEqual([null, '25%', null, '0%'])
  })

  it('is available as bars and as a table, over 30 or 90 days', async () => {
    const days: number[] = []
    renderConsole(<FunnelPanel formId="frm_1" />, {
      'signupForms.funnel': ({ days: requested }: { days: number }) => {
        days.push(requested)
        const at = new Date('2026-10-01')
        return { viewed: 200, started: 50, submitted: 10, approved: 1, from: at, measuredAt: at, timeZone: 'UTC' }
      },
    })
    const bars = await screen.findByRole('list', { name: 'Funnel' })
    expect(within(bars).getAllByRole('listitem')[1]?.textContent).toBe('Started5025%')
    fireEvent.click(screen.getByRole('button', { name: 'Table' }))
    expect(screen.getByRole('row', { name: 'Submitted 10 20%' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(days).toEqual([30, 90]))
  })
})

describe('sharing', () => {
  it('offers a frame that cannot affect its page, for any form name', () => {
    const code = embedCode('https://quaff.test/f/a', '"><script>')
    expect(code).toContain('src="https://quaff.test/f/a?embed=1"')
    expect(code).toContain('sandbox="allow-forms allow-scripts allow-same-origin"')
    expect(code).toContain('title="&quot;&gt;&lt;script&gt;"')
  })

  it('opens the page without counting the visit, and copies the counted link', async () => {
    const user = userEvent.setup()
    renderConsole(<SharePanel form={buildFormRecord()} onSettings={vi.fn()} />, {})
    const link = screen.getByRole('link', { name: /harbour-cafes/ })
    expect(link.getAttribute('href')).toBe('https://quaff.test/f/harbour-cafes?preview=1')
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe('https://quaff.test/f/harbour-cafes')
  })

  it('says that a draft is not public yet, and that no site may embed it', async () => {
    const onSettings = vi.fn()
    renderConsole(<SharePanel form={buildFormRecord({ status: 'draft' })} onSettings={onSettings} />, {})
    expect(screen.getByText(/^Not published yet/)).toBeTruthy()
    expect(screen.getByRole('img', { name: 'QR code for https://quaff.test/f/harbour-cafes' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
    expect(onSettings).toHaveBeenCalled()
  })
})
