import { expect, it } from 'vitest'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { findAddresses } from './services'

it('finds those of the demo who are there: on a folder with a business of its own the start names no one', async () => {
  const services = await createTestServices()
  const { email } = await asAdmin(services)
  expect(await findAddresses(services, [email, 'owner@quaff.test'])).toEqual(new Set([email]))
})
