import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { now } from '@quaff/platform/console/clock'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { userActivityActions, userActivityLimits, type UserActivityEntry } from '../user-activity-contract'
import { MyRecentActivity, UserActivityList, userActivityMeta } from './user-activity-widget'

const hourMs = 3_600_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
const entry = (change: Partial<UserActivityEntry> = {}): UserActivityEntry => ({
  id: 'act_1',
  userId: 'usr_2',
  action: 'sign_in',
  details: { method: 'password' },
  timestamp: now(),
  userAgent: firefox,
  byName: null,
  ...change,
})

function WhenSignedIn({ isOwn }: { isOwn: boolean }) {
  const { session } = useSession()
  if (!session) return null
  return isOwn ? <MyRecentActivity /> : <UserActivityList userId="usr_2" />
}
function renderWidget(answers: Answers, isOwn = false) {
  return renderConsole(
    <SessionProvider>
      <WhenSignedIn isOwn={isOwn} />
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), ...answers },
  )
}

it('shows a sentence, the device in words and the exact time', async () => {
  renderWidget({ 'activity.ofUser': () => [entry({ timestamp: new Date('2026-01-01T08:30:15Z') })] })
  const row = (await screen.findByText('Signed in with a password')).closest('li')
  expect(row?.textContent).toContain('Firefox on Linux')
  expect(row?.querySelector('time')?.getAttribute('title')).toContain('8:30:15')
  expect(row?.querySelector('time')?.textContent).toContain('ago')
})

it('groups by day, newest first', async () => {
  const yesterday = new Date(now().getTime() - 26 * hourMs)
  renderWidget({
    'activity.ofUser': () => [
      entry(),
      entry({ id: 'act_2', action: 'suspended', details: {}, byName: 'Maya Lindqvist', timestamp: yesterday }),
    ],
  })
  const today = await screen.findByRole('group', { name: /^Today, / })
  expect(within(today).getAllByRole('listitem')).toHaveLength(1)
  const [, before] = screen.getAllByRole('group')
  expect(before?.textContent).toContain('Suspended by Maya Lindqvist')
})

it('omits an unknown device', async () => {
  renderWidget({ 'activity.ofUser': () => [entry({ userAgent: null })] })
  const row = (await screen.findByText('Signed in with a password')).closest('li')
  expect(row?.textContent).not.toContain('nknown')
})

it('shows an action of imported data by its name, with the generic icon', async () => {
  renderWidget({ 'activity.ofUser': () => [entry({ action: 'view_dashboard', details: {} })] })
  expect(await screen.findByText('View dashboard')).toBeTruthy()
  expect(userActivityMeta('view_dashboard')).toBe(userActivityMeta('never_heard_of'))
  for (const action of userActivityActions)
    expect(userActivityMeta(action)).not.toBe(userActivityMeta('view_dashboard'))
})

it('shows the name of a passkey as plain text', async () => {
  const details = { device: '<img src=x onerror=alert(1)>' }
  renderWidget({ 'activity.ofUser': () => [entry({ action: 'passkey_removed', details })] })
  expect(await screen.findByText('Removed the passkey “<img src=x onerror=alert(1)>”')).toBeTruthy()
})

it('says if there is no activity, and if there is more than it shows', async () => {
  const { unmount } = renderWidget({ 'activity.ofUser': () => [] })
  expect(await screen.findByText('No recent activity')).toBeTruthy()
  unmount()
  const many = Array.from({ length: userActivityLimits.entries }, (_, index) => entry({ id: `act_${index}` }))
  renderWidget({ 'activity.ofUser': () => many })
  expect(await screen.findByText(/Latest 100/)).toBeTruthy()
})

it('§8 shows skeleton rows while loading, and fails inline with Retry', async () => {
  let isDown = true
  renderWidget({
    'activity.ofUser': () => {
      if (isDown) throw new Error('down')
      return [entry()]
    },
  })
  expect((await screen.findAllByTestId('activity-skeleton')).length).toBe(5)
  expect(await screen.findByText('Couldn’t load activity')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Signed in with a password')).toBeTruthy()
})

it('requests the viewer’s own activity in the settings', async () => {
  const { calls } = renderWidget({ 'activity.ofUser': () => [entry()] }, true)
  expect(await screen.findByRole('region', { name: 'My recent activity' })).toBeTruthy()
  expect(calls.find(({ name }) => name === 'activity.ofUser')?.input).toEqual({ userId: 'usr_1' })
})
