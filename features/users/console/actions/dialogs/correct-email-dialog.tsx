import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { correctionField } from '../../../access/contract'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import type { PersonDialogProps } from './dialog-props'
import { usePersonVerb } from './use-person-verb'

export function CorrectEmailDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('correctEmail', opened)
  const { person } = verb
  const before = opened.emailIsPlaceholder ? '' : opened.email
  const email = useTyped(correctionField, before)
  const correct = useMutation(usersApi.correctEmail.mutationOptions())

  const send = async () => {
    const typed = email.read()
    if (typed === undefined) return
    if (typed === before.toLowerCase()) return email.refuse('This is the address they have already.')
    const input = { userId: person.id, version: person.version, email: typed }
    if (!(await verb.run(() => correct.mutateAsync(input)))) return
    rememberedEmail.write(typed)
    onDone('correctEmail', `The invitation went to ${typed}. The earlier link no longer works.`)
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Correct the address of ${nameOf(opened)}`}
      button="Correct and send"
      dirty={email.isDirty}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>A new invitation goes to the corrected address, and the link that was mailed before stops working.</p>
      <TextInput {...email.props} label="Email" data-autofocus />
    </VerbDialog>
  )
}
