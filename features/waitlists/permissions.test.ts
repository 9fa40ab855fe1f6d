import { expect, it } from 'vitest'
import { waitlistPermissions } from './permissions'

it('§1 gives waitlists to administrators and to no one else', () => {
  for (const roles of Object.values(waitlistPermissions)) expect(roles).toEqual(['quaff_admin'])
})
