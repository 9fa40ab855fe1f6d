import { IconListCheck } from '@tabler/icons-react'
import { expect, it } from 'vitest'
import { visibleNavigation } from '../../navigation'
import { matchCreateCommands } from './create-commands'

const admin = { isMember: true, isAdmin: true, isGlobalView: true, hasMerchant: false, canChooseMerchant: true }
const labels = (facts: typeof admin, query: string) =>
  matchCreateCommands(visibleNavigation(facts), query).map(({ label }) => label)

it('offers to make a waitlist by its words, once something is typed', () => {
  expect(labels(admin, 'new wait')).toEqual(['New waitlist'])
  expect(labels(admin, 'WAITLIST new')).toEqual(['New waitlist'])
  expect(labels(admin, ' ')).toEqual([])
})

it('offers nothing on pages that the sidebar does not let through', () => {
  expect(labels({ ...admin, isAdmin: false }, 'new')).toEqual([])
  expect(
    matchCreateCommands(
      [{ kind: 'item', to: '/waitlists', label: 'x', icon: IconListCheck, disabledReason: 'no' }],
      'new',
    ),
  ).toEqual([])
})
