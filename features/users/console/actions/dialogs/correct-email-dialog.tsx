import { TextInput } from '@mantine/core'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { useTypedText } from '@quaff/platform/console/forms/verb/use-typed-text'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { emailFaultText, isEmail } from '@quaff/platform/shared/readable-text'
import { textLimits } from '@quaff/platform/shared/text'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import type { PersonDialogProps } from './dialog-props'
import { usePersonVerb } from './use-person-verb'

export function CorrectEmailDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('correctEmail', opened)
  const before = opened.emailIsPlaceholder ? '' : opened.email
  const email = useTypedText((typed) => {
    if (!isEmail(typed.trim())) return emailFaultText
    return typed.trim().toLowerCase() === before.toLowerCase() && 'This is the address they have already.'
  }, before)
  return (
    <VerbDialog
      verb={verb}
      title={`Correct the address of ${nameOf(opened)}`}
      button="Correct and send"
      dirty={email.dirty}
      check={email.check}
      call={({ id: userId, version }) => usersApi.correctEmail.call({ userId, version, email: email.text })}
      onDone={() => {
        rememberedEmail.write(email.text)
        onDone('correctEmail', `The invitation went to ${email.text}. The earlier link no longer works.`)
      }}
      onClose={onClose}
    >
      <p>A new invitation goes to the corrected address, and the link that was mailed before stops working.</p>
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        maxLength={textLimits.email}
        {...email.field}
      />
    </VerbDialog>
  )
}
