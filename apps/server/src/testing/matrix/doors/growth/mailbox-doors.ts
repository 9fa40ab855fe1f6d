import { sendMailboxCode } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { everybody, type Door } from '../../door'
import { newAddress } from '../../target-rows'

/** Intended for anonymous callers; a session changes nothing. */
export const mailboxDoors: Record<string, Door> = {
  'mailbox.requestCode': {
    input: (services) => ({ email: newAddress(services), purpose: 'waitlist' }),
    expected: everybody('ok'),
  },
  'mailbox.checkCode': {
    async input(services) {
      const email = newAddress(services)
      await sendMailboxCode(contextAs(services, undefined, { network: email }), { email, purpose: 'waitlist' })
      return { email, purpose: 'waitlist', code: (await mailsTo(services, email))[0]?.code }
    },
    expected: everybody('ok'),
  },
}
