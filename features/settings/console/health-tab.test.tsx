import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import type { SystemHealth } from '../health-contract'
import { HealthTab } from './health-tab'

const Tab = () => (useSession().session ? <HealthTab /> : null)

const health = (failed?: number): SystemHealth => ({
  checkedAt: new Date('2026-03-10T12:00:00Z'),
  version: '0.1.0',
  parts: [
    { part: 'mail', state: failed ? 'fail' : 'ok', facts: [], hint: null, tookMs: 1, failed },
    { part: 'live', state: 'ok', facts: [], hint: null, tookMs: 1 },
  ],
})

it('failed emails are sent again after a confirmation that states their number', async () => {
  const user = userEvent.setup()
  const retried: unknown[] = []
  const page = (
    <SessionProvider>
      <Tab />
    </SessionProvider>
  )
  renderConsole(page, {
    'sessions.current': () => buildSession({ role: 'quaff_admin' }),
    'settings.checkHealth': () => health(retried.length === 0 ? 3 : undefined),
    'settings.retryFailed': (input: object) => {
      retried.push(input)
      return { retried: 3 }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send 3 emails again?' })
  expect(retried).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
  await screen.findByText('3 emails queued again')
  expect(retried).toEqual([{ part: 'mail' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull())
})
