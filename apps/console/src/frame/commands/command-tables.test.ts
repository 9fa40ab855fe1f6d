import { describe, expect, it } from 'vitest'
import { linkCommands } from '@quaff/features/affiliates/console/link-commands-widget'
import { keyCommands } from '@quaff/features/api-keys/console/key-commands-widget'
import { locationCommands } from '@quaff/features/locations/console/location-commands-widget'
import { merchantCommands } from '@quaff/features/merchants/console/merchant-commands-widget'
import { payoutCommands } from '@quaff/features/payouts/console/payout-commands-widget'
import { planCommands } from '@quaff/features/plans/console/plan-commands-widget'
import { formCommands } from '@quaff/features/signup-forms/console/form-commands-widget'
import { subscriptionCommands } from '@quaff/features/subscriptions/console/subscription-commands-widget'
import { userCommands } from '@quaff/features/users/console/user-commands-widget'
import { waitlistCommands } from '@quaff/features/waitlists/console/waitlist-commands-widget'
import { webhookCommands } from '@quaff/features/webhooks/console/webhooks-tab-widget'
import { goShortcuts } from '../dashboard-frame'
import { globalCommands } from './global-commands'

type Line = { label: string; keys?: string }
const tables: Record<string, Record<string, Line>> = {
  payout: payoutCommands.commands,
  user: userCommands.commands,
  location: locationCommands.commands,
  link: linkCommands.commands,
  key: keyCommands.commands,
  endpoint: webhookCommands.commands,
  form: formCommands.commands,
  waitlist: waitlistCommands.commands,
  plan: planCommands.commands,
  merchant: merchantCommands.commands,
  subscription: subscriptionCommands.commands,
}
const twice = (all: readonly string[]) => all.filter((one, index) => all.indexOf(one) !== index)
/** Keys of every page: new record, search, filters, rows, and the first key of "go to". */
const pageKeys = ['c', '/', 'f', 'j', 'k', 'x', '?', 'g']

describe.each(Object.entries(tables))('the commands of a %s', (_noun, commands) => {
  const lines = Object.values(commands)

  it('have a label each, in sentence case', () => {
    expect(twice(lines.map(({ label }) => label))).toEqual([])
    expect(lines.filter(({ label }) => !/^[A-Z]/.test(label) || /[.…]$/.test(label))).toEqual([])
  })

  it('share no key with each other or with the page', () => {
    const keys = lines.flatMap(({ keys: own }) => own ?? [])
    expect(twice([...keys, ...pageKeys])).toEqual([])
  })
})

it('what can be begun anywhere has an id, a label and an address of its own', () => {
  expect(twice(globalCommands.map(({ id }) => id))).toEqual([])
  expect(twice(globalCommands.map(({ label }) => label))).toEqual([])
  expect(twice(globalCommands.map(({ to }) => to))).toEqual([])
})

it('no two pages are reached by one key', () => {
  expect(twice(goShortcuts.map(({ key }) => key))).toEqual([])
})
