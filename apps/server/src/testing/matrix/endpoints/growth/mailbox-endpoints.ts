import { sendEmailCode } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { everybody, type Endpoint } from '../../endpoint'
import { newAddress } from '../../target-rows'

/** Intended for anonymous callers; a session changes nothing. */
export const mailboxEndpoints: Record<string, Endpoint> = {
  'mailbox.requestCode': {
    input: (services) => ({ email: newAddress(services), purpose: 'waitlist' }),
    expected: everybody('ok'),
  },
  'mailbox.checkCode': {
    async input(services) {
      const email = newAddress(services)
      await sendEmailCode(contextAs(services, undefined, { network: email }), { email, purpose: 'waitlist' })
      return { email, purpose: 'waitlist', code: (await mailsTo(services, email))[0]?.code }
    },
    expected: everybody('ok'),
  },
}
