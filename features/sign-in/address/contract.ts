import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { mailedCode } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { emailSchema } from '@quaff/platform/shared/text'

const uniform = z.object({ success: z.literal(true) })

const post = route('POST', 'Sign-in')

export const addressContract = {
  /** Needs a recent sign-in. Mails a code to the new address; answers alike for a free one and a taken one. */
  requestEmailChange: post('/sign-in/email-change', 'Request a new email address')
    .input(z.strictObject({ newEmail: emailSchema }))
    .output(uniform),
  /** In the session that asked. Other sessions end, and what was mailed to the old address opens nothing any more. */
  confirmEmailChange: post('/sign-in/email-change/confirm', 'Change the email address with the emailed code')
    .input(z.strictObject({ code: formSchema(mailedCode()) }))
    .output(z.object({ email: z.string() })),
}
