import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { emailFaultText, isEmail } from '@quaff/platform/shared/readable-text'
import { textLimits } from '@quaff/platform/shared/text'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import type { PersonDialogProps } from './dialog-props'
import { usePersonVerb } from './use-person-verb'

export function CorrectEmailDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('correctEmail', opened)
  const { person } = verb
  const before = opened.emailIsPlaceholder ? '' : opened.email
  const [email, setEmail] = useState(before)
  const [fault, setFault] = useState<string>()
  const correct = useMutation(usersApi.correctEmail.mutationOptions())

  const send = async () => {
    const typed = email.trim()
    if (!isEmail(typed)) {
      setFault(emailFaultText)
      return
    }
    if (typed.toLowerCase() === before.toLowerCase()) {
      setFault('This is the address they have already.')
      return
    }
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
      dirty={email !== before}
      onSubmit={() => void send()}
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
        value={email}
        error={fault}
        onChange={(event) => {
          setFault(undefined)
          setEmail(event.currentTarget.value)
        }}
      />
    </VerbDialog>
  )
}
