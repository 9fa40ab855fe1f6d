import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { AuditRow } from '../contract'
import { MerchantAudit } from './merchant-audit-widget'

const row = (change: Partial<AuditRow> = {}): AuditRow => ({
  id: 'aud_1',
  action: 'update_merchant',
  targetType: 'merchant',
  targetId: 'mer_1',
  targetName: null,
  adminUserId: 'usr_1',
  adminName: 'Maya Lindqvist',
  occurredAt: new Date('2026-01-01T00:00:00Z'),
  changes: [{ field: 'Name', before: 'Old', after: 'New' }],
  ...change,
})
const page = (rows: AuditRow[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })

function WhenSignedIn() {
  return useSession().session && <MerchantAudit merchantId="mer_1" />
}
function renderWidget(answers: Answers, role?: string) {
  return renderConsole(
    <SessionProvider>
      <WhenSignedIn />
    </SessionProvider>,
    { 'sessions.current': () => buildSession({ role }), ...answers },
  )
}

it('shows who did what, and the previous value', async () => {
  renderWidget({ 'activity.merchantAudit': () => page([row()]) })
  expect(await screen.findByText('Changed the merchant')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Maya Lindqvist' }).getAttribute('href')).toBe('/users?id=usr_1')
  expect(screen.getByText('Old').closest('del')).toBeTruthy()
  expect(screen.getByText('New').closest('ins')).toBeTruthy()
})

it('shows "Admin Action" for an unknown action, with its name', async () => {
  renderWidget({
    'activity.merchantAudit': () => page([row({ action: 'reindex', adminUserId: null, adminName: null })]),
  })
  expect(await screen.findByText('Admin Action')).toBeTruthy()
  expect(screen.getByText('By The system, “reindex” on merchant')).toBeTruthy()
})

it('names the promotion', async () => {
  const change = { action: 'disable_promotion', targetType: 'promotion', targetId: 'happy_hour' }
  renderWidget({ 'activity.merchantAudit': () => page([row(change)]) })
  expect(await screen.findByText('Disabled a promotion: Happy hour')).toBeTruthy()
})

it('collapses all but the first changes', async () => {
  const changes = Array.from({ length: 6 }, (_, index) => ({ field: `Field ${index}`, before: null, after: 'x' }))
  renderWidget({ 'activity.merchantAudit': () => page([row({ changes })]) })
  const more = await screen.findByText('2 more changes')
  expect(within(more.closest('details') ?? document.body).getByText('Field 5')).toBeTruthy()
})

it('loads more, and fails inline with Retry', async () => {
  let isDown = true
  renderWidget({
    'activity.merchantAudit': ({ cursor }: { cursor?: string }) => {
      if (isDown) throw new Error('down')
      return cursor
        ? { ...page([row({ id: 'aud_2', action: 'create_merchant' })]), total: 2 }
        : { ...page([row()]), hasMore: true, nextCursor: 'next', total: 2 }
    },
  })
  expect(await screen.findByText('Couldn’t load activity')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Created the merchant')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull())
})

it('sends no request without permission, and says who may view it', async () => {
  const { calls } = renderWidget({}, 'merchant_owner')
  expect(await screen.findByText('Only administrators can do this.')).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['sessions.current'])
})
