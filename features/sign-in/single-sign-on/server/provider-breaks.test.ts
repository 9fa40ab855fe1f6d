import { expect, it } from 'vitest'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertAttempt, vouchingProvider } from '../../testing/single-sign-on-factory'
import { beginSingleSignOn } from './begin-single-sign-on'
import { completeSingleSignOn } from './complete-single-sign-on'

/** An error in our code, not a provider's response. */
const breaks = async () => Promise.reject(new Error('broken'))

it('an error on the way to the provider, or on the way back, is not shown as a reason of the provider', async () => {
  const services = await createTestServices()
  const broken = { ...vouchingProvider(), startSignIn: breaks, finishSignIn: breaks }
  const { browser, query } = await insertAttempt(services, vouchingProvider())
  const ctx = contextAs(services, undefined, { browser })
  await expect(beginSingleSignOn(ctx, broken, { from: undefined })).rejects.toThrow('broken')
  await expect(completeSingleSignOn(ctx, broken, query)).rejects.toThrow('broken')
})
