import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { unconfirmedText } from '@quaff/platform/console/forms/error-text'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { MailPreferences } from './mail-preferences-widget'

const Inside = () => {
  const { session } = useSession()
  return session ? (
    <>
      <p>{session.user.role}</p>
      <MailPreferences />
    </>
  ) : null
}

async function open(answers: Answers = {}, role = 'quaff_admin') {
  let dailyMail = false
  const view = renderConsole(
    <SessionProvider>
      <Inside />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role, merchantIds: role === 'quaff_admin' ? [] : ['mer_1'] }),
      'notifications.preferences': () => ({ dailyMail, updatedAt: null }),
      'notifications.updatePreferences': (input: { dailyMail: boolean }) => {
        ;({ dailyMail } = input)
        return { dailyMail, updatedAt: new Date('2026-03-10T12:00:00Z') }
      },
      ...answers,
    },
  )
  await screen.findByText(role)
  return { ...view, user: userEvent.setup() }
}
const theSwitch = (checked: boolean) => screen.findByRole('switch', { name: 'Daily summary by email', checked })

describe('the daily summary', () => {
  it('is switched on and off by an administrator', async () => {
    const { user, calls } = await open()
    await user.click(await theSwitch(false))
    await user.click(await theSwitch(true))
    expect(await theSwitch(false)).toBeTruthy()
    const inputs = calls.filter(({ name }) => name === 'notifications.updatePreferences').map(({ input }) => input)
    expect(inputs).toEqual([{ dailyMail: true }, { dailyMail: false }])
    expect(screen.getByText('Each morning (UTC), when something waits for you')).toBeTruthy()
  })

  it('goes back to what it was when it could not be saved, and says so', async () => {
    const { user } = await open({
      'notifications.updatePreferences': () => {
        throw new Error('down')
      },
    })
    await user.click(await theSwitch(false))
    expect(await screen.findByText(unconfirmedText)).toBeTruthy()
    expect(await theSwitch(false)).toBeTruthy()
  })

  it('offers Retry when it could not be read', async () => {
    const { calls, user } = await open({
      'notifications.preferences': () => {
        throw new Error('down')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(calls.filter(({ name }) => name === 'notifications.preferences')).toHaveLength(2))
  })

  it.each(['merchant_owner', 'merchant_viewer', 'barista'])('is not offered to a %s', async (role) => {
    const { calls } = await open({}, role)
    expect(screen.queryByText('Daily summary by email')).toBeNull()
    expect(calls.filter(({ name }) => name.startsWith('notifications.'))).toEqual([])
  })
})
