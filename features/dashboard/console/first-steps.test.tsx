import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { firstSteps } from '../first-steps-rules'
import { SetupChecklist } from './admin-dashboard'

const details = {
  baseUrl: 'https://console.example.com',
  timeZone: 'UTC',
  supportAddress: 'help@example.com',
  defaultCurrency: null,
  mail: { areSaved: false, isSent: false, isFailing: false },
  hasMerchant: false,
  hasPayments: false,
  isProtected: false,
  snapshot: undefined,
  backsUpElsewhere: false,
}
const stored = {
  version: 3,
  platformFeeBasisPoints: 250,
  supportAddress: 'help@example.com',
  appStoreUrl: null,
  playStoreUrl: null,
}
let shown = firstSteps(details)
beforeEach(() => {
  shown = firstSteps(details)
})

const render = () =>
  renderConsole(<SetupChecklist />, {
    'dashboard.firstSteps': () => shown,
    'settings.platform': () => stored,
    'settings.updatePlatform': (input) => {
      const change = input as { showFirstSteps?: boolean; backsUpElsewhere?: boolean }
      shown = change.showFirstSteps === false ? [] : firstSteps({ ...details, ...change })
      return stored
    },
  })

it('ticks what is done and offers for each other step what does it', async () => {
  render()
  expect(await screen.findByText('1 of 7 done')).toBeTruthy()
  const line = (title: string) => screen.getByText(title).closest('li')
  expect(line('Add a support email')?.querySelector('a')).toBeNull()
  expect(line('Add the first merchant')?.querySelectorAll('a')).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Create merchant' }).getAttribute('href')).toBe('/merchants?action=create')
})

it('is hidden at once, keeps the other settings, and comes back by Undo', async () => {
  const { calls } = render()
  await userEvent.click(await screen.findByRole('button', { name: 'Hide checklist' }))
  expect(await screen.findByText('Setup checklist hidden')).toBeTruthy()
  expect(screen.queryByText('Set up your platform')).toBeNull()
  expect(calls.find(({ name }) => name === 'settings.updatePlatform')?.input).toEqual({
    ...stored,
    showFirstSteps: false,
  })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Set up your platform')).toBeTruthy()
})

it('takes the word of an administrator for backups that the server cannot see', async () => {
  render()
  await userEvent.click(await screen.findByRole('button', { name: 'Backups run' }))
  expect(await screen.findByText('2 of 7 done')).toBeTruthy()
})
