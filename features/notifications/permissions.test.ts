import { expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
import { notificationPermissions } from './permissions'

it('the daily mail is for administrators alone', () => {
  const allowed: readonly string[] = notificationPermissions['notification.dailyMail']
  expect(roles.filter((role) => allowed.includes(role))).toEqual(['quaff_admin'])
  expect(Object.keys(notificationPermissions)).toEqual(['notification.dailyMail'])
})
