import { TextInput } from '@mantine/core'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { correctionField } from '../access/contract'
import { usePersonVerb, type PersonDialogProps } from './use-person-verb'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'

export function CorrectEmailDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('correctEmail', opened)
  const before = opened.emailIsPlaceholder ? '' : opened.email
  const email = useTyped(correctionField, before)
  const check = () => {
    if (!email.check()) return false
    const isSame = email.text === before.toLowerCase()
    if (isSame) email.refuse('This is already their email.')
    return !isSame
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Correct email of ${nameOf(opened)}`}
      button="Correct and send"
      fields={{ email }}
      check={check}
      call={({ id: userId, version }) => usersApi.correctEmail.call({ userId, version, email: email.text })}
      onDone={() => {
        rememberedEmail.write(email.text)
        onDone('correctEmail', `The invitation went to ${email.text}. The old link no longer works.`)
      }}
      onClose={onClose}
    >
      <p>We’ll send a new invitation. The old link stops working.</p>
      <TextInput {...email.props} label="Email" data-autofocus />
    </VerbDialog>
  )
}
