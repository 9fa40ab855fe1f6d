import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { buildOnboardingState } from '@quaff/features/onboarding/testing/onboarding-factory'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const made = { id: 'mer_1', name: 'Foxglove Tea House', logoUrl: null, temporary: false }
const other = { id: 'mer_2', name: 'Harbour', logoUrl: null, temporary: false }
const ofTwo = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1', 'mer_2'], assigned: made })
const ofOne = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: made })
const ofOther = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_2'], assigned: other })

const open = (session: typeof ofOne, answers: Answers = {}, mayEdit = true) =>
  renderAddress('/merchants/onboarding', session, {
    'onboarding.state': () => buildOnboardingState({ done: ['profile'], mayEdit }),
    ...answers,
  })

it('lets an owner of several venues delete one that was added by mistake', async () => {
  let session = ofTwo
  const user = userEvent.setup()
  const { calls } = open(ofTwo, {
    'sessions.current': () => session,
    'merchants.delete': () => {
      session = ofOther
      return { success: true }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete this venue…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Foxglove Tea House?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  expect(await dialog.findByText('The name doesn’t match. Type it exactly as shown.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox'), 'Foxglove Tea House')
  await user.click(dialog.getByRole('button', { name: 'Delete permanently' }))
  expect(await screen.findByRole('button', { name: 'Switch merchant. Now: Harbour' })).toBeTruthy()
  expect(await screen.findByText('Foxglove Tea House deleted')).toBeTruthy()
  const sent = calls.filter(({ name }) => name === 'merchants.delete').map(({ input }) => input)
  expect(sent).toEqual([{ merchantId: 'mer_1', version: 3, confirmName: 'Foxglove Tea House' }])
})

it.each([
  ['of a single venue', ofOne],
  ['who only views', sessionOf({ role: 'merchant_viewer', merchantIds: ['mer_1', 'mer_2'], assigned: made })],
])('offers no deletion to a person %s', async (_whose, session) => {
  open(session, {}, session === ofOne)
  await screen.findByText('1 of 5 done')
  expect(screen.queryByRole('button', { name: 'Delete this venue…' })).toBeNull()
})
