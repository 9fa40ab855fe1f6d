import { expect, it } from 'vitest'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { heldUp } from '@quaff/platform/testing/held-up'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { checkEmailCode, sendEmailCode } from './email-verification'

it('a code that another request uses up in the meantime gives no second proof', async () => {
  const services = await createTestServices()
  const mailbox = { email: 'ana@venue.test', purpose: 'waitlist' } as const
  await sendEmailCode(contextAs(services), mailbox)
  const [mail] = await mailsTo(services, mailbox.email)
  const ctx = heldUp(contextAs(services), () => services.db.delete(oneTimeSecrets))
  const attempt = checkEmailCode(ctx, { ...mailbox, code: mail?.code ?? '' })
  await expect(attempt).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'CODE' })
  expect(await services.db.$count(oneTimeSecrets)).toBe(0)
})
