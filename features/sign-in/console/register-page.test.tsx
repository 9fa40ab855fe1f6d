import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { UserExistence } from '../contract'
import { classifyExistence, ExistenceBanner } from './register-page'

afterEach(cleanup)

const found = (over: Partial<UserExistence>): UserExistence => ({
  exists: true,
  displayName: null,
  isPreApproved: false,
  requiresActivation: false,
  role: null,
  merchantIds: [],
  status: 'pending',
  ...over,
})

const cases: [string, Partial<UserExistence>, RegExp][] = [
  [
    'pre-approved and requires activation: account found',
    { isPreApproved: true, requiresActivation: true },
    /Account found/,
  ],
  ['pending_approval: waiting for approval', { status: 'pending_approval' }, /waiting for approval/i],
  ['rejected: contact administrator', { status: 'rejected' }, /contact your administrator/],
  ['active: use the login page', { status: 'active' }, /login page/],
  [
    'no one: no pre-approved account',
    { exists: false, status: null },
    /No pre-approved account found for this email address\. Please contact your administrator to request access\./,
  ],
  ['pending without invitation: no pre-approved account', {}, /No pre-approved account found/],
]

describe('registration banner', () => {
  for (const [name, over, text] of cases) {
    it(`§4 says ${name}`, () => {
      render(<ExistenceBanner existence={classifyExistence(found(over))} />)
      expect(screen.getByRole('alert').textContent).toMatch(text)
    })
  }
})
