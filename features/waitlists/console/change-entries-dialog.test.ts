import { expect, it } from 'vitest'
import { offeredOf } from '@quaff/platform/console/frame/command'
import { shownStatuses, type ShownStatus } from '../entries-contract'
import { entryCommands } from './change-entries-dialog'

it('offers what each state allows', () => {
  const offered = (status: ShownStatus) =>
    offeredOf(entryCommands, { id: 'ent_1', name: '', email: 'a@b.co', status }, {}).map(({ name }) => name)
  expect(Object.fromEntries(shownStatuses.map((status) => [status, offered(status)]))).toEqual({
    waiting: ['invite', 'shortlist', 'remove'],
    shortlisted: ['invite', 'unshortlist', 'remove'],
    invited: ['resend', 'rescind', 'remove'],
    expired: ['invite', 'rescind', 'remove'],
    joined: [],
    removed: ['restore'],
  })
})
