import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildSignupRecord, buildSignupRow } from '../testing/signup-record-factory'
import { ApplicationsPage } from './applications-page'
import type { ApplicationsSearch } from './applications-search-widget'
import { VenueTerms } from './venue-terms-widget'

function List({ start }: { start: ApplicationsSearch }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  return <ApplicationsPage search={search} onSearch={(next) => setSearch((before) => ({ ...before, ...next }))} />
}

function renderList(start: ApplicationsSearch = {}, answers: Answers = {}) {
  const rows = [buildSignupRow(), buildSignupRow({ id: 'sgn_2', businessName: '<i>Ben</i>', kind: 'convert' })]
  const view = renderConsole(
    <SessionProvider>
      <List start={start} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'signup.list': () => ({ rows, hasMore: false, nextCursor: null, total: 2 }),
      'signup.get': ({ signupId }: { signupId: string }) => buildSignupRecord({ id: signupId }),
      'signup.approve': () => ({ success: true }),
      'signup.reject': () => ({ success: true }),
      ...answers,
    },
  )
  const requested = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, requested, user: userEvent.setup() }
}

const listOf = (total: number) => ({ rows: [buildSignupRow()], hasMore: false, nextCursor: null, total })

it('lists what came in by the partner pages, as it was typed', async () => {
  const { requested } = renderList()
  expect(await screen.findByText('<i>Ben</i>')).toBeTruthy()
  expect(screen.getByText('Existing account')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Rejected' }))
  await waitFor(() => expect(requested('signup.list')).toMatchObject([{}, { status: 'rejected' }]))
})

it('finds an application by what was typed, the reference among it', async () => {
  const { requested, user } = renderList({}, { 'signup.list': () => listOf(10) })
  await user.type(await screen.findByRole('searchbox', { name: 'Search applications' }), '7K2M-9QXD')
  await waitFor(() => expect(requested('signup.list')).toMatchObject([{}, { q: '7K2M-9QXD' }]))
})

it.each([
  { total: 1, tabs: 0 },
  { total: 9, tabs: 1 },
])('has no search for $total', async ({ total, tabs }) => {
  renderList({}, { 'signup.list': () => listOf(total) })
  await screen.findByText('Half Moon')
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryAllByRole('tablist')).toHaveLength(tabs)
})

it('shows everything about an application, and links only what is an https address', async () => {
  renderList(
    { id: 'sgn_1' },
    { 'signup.get': () => buildSignupRecord({ description: 'One\nTwo', website: 'javascript:alert(1)' }) },
  )
  const sheet = await screen.findByRole('dialog', { name: 'Half Moon' })
  expect(await within(sheet).findByText('QF-1234')).toBeTruthy()
  expect(within(sheet).getByText('Version 1')).toBeTruthy()
  expect(within(sheet).getByText('Coffee shop')).toBeTruthy()
  expect(within(sheet).getByText(/1 High Street\s+Springfield/)).toBeTruthy()
  expect(within(sheet).getByText('javascript:alert(1)').closest('a')).toBeNull()
})

it('is answered by keyboard: A approves, the arrow goes on, R rejects with a reason', async () => {
  const { user, requested } = renderList({ id: 'sgn_1' })
  await screen.findByText('QF-1234')
  await user.keyboard('a')
  const dialog = await screen.findByRole('dialog', { name: 'Approve Half Moon?' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Approve'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(requested('signup.approve')).toEqual([{ signupId: 'sgn_1', version: 1 }]))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(requested('signup.get')).toContainEqual({ signupId: 'sgn_2' }))
  await user.keyboard('r')
  await user.type(await screen.findByLabelText(/^Reason/), 'No venue')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(requested('signup.reject')).toEqual([{ signupId: 'sgn_2', version: 1, reason: 'No venue' }]),
  )
})

it('names who answered, and no one while it waits', async () => {
  const { rerender } = renderList({ id: 'sgn_1' })
  await screen.findByText('QF-1234')
  expect(screen.queryByText('Reviewed by')).toBeNull()
  rerender(<></>)
  renderList(
    { id: 'sgn_1' },
    {
      'signup.get': () =>
        buildSignupRecord({ status: 'approved', reviewedAt: new Date('2026-11-02T09:00:00Z'), reviewedBy: 'Maya' }),
    },
  )
  expect(await screen.findByText('Maya')).toBeTruthy()
})

it('has nothing to decide about an application that was answered', async () => {
  renderList(
    { id: 'sgn_1' },
    { 'signup.get': () => buildSignupRecord({ status: 'rejected', rejectionReason: 'No venue' }) },
  )
  expect(await screen.findByText('No venue')).toBeTruthy()
  for (const name of [/^Approve/, /^Reject/])
    expect(screen.getByRole('button', { name }).getAttribute('aria-description')).toBe('Already rejected')
})

it('keeps the typed reason when another user was faster', async () => {
  const { user } = renderList(
    { id: 'sgn_1' },
    {
      'signup.reject': () => {
        throw new ORPCError('CONFLICT', { data: { reason: 'STALE_VERSION' } })
      },
    },
  )
  await screen.findByText('QF-1234')
  await user.keyboard('r')
  await user.type(await screen.findByLabelText(/^Reason/), 'No venue')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('This application was changed while you were editing')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Load the saved version' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('No venue')
})

it('tells the review desk which wording of the terms an application agreed to, and where none is on record', async () => {
  const answers: Record<string, unknown> = {
    mer_1: { id: 'sgn_1', termsVersion: 1, createdAt: new Date('2026-11-01T09:00:00Z') },
    mer_2: { id: 'sgn_2', termsVersion: null, createdAt: new Date('2026-11-01T09:00:00Z') },
    mer_3: null,
  }
  function Terms() {
    return useSession().session && Object.keys(answers).map((id) => <VenueTerms key={id} merchantId={id} />)
  }
  renderConsole(
    <SessionProvider>
      <Terms />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'signup.ofMerchant': ({ merchantId }: { merchantId: string }) => answers[merchantId],
    },
  )
  const text = await screen.findByText(/^Version 1\./)
  expect(within(text).getByRole('link').getAttribute('href')).toBe('/applications?id=sgn_1')
  expect(await screen.findByText(/^Accepted, version not recorded\./)).toBeTruthy()
  expect(await screen.findByText(/^Not recorded/)).toBeTruthy()
})
