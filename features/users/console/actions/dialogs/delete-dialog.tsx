import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@quaff/platform/console/display/notice'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { textLimits } from '@quaff/platform/shared/text'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import type { PersonDialogProps } from './dialog-props'
import { usePersonVerb } from './use-person-verb'

export function DeleteDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('delete', opened)
  const { person } = verb
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const remove = useMutation(usersApi.delete.mutationOptions())

  const send = async () => {
    if (typed.trim().toLowerCase() !== person.email.toLowerCase()) {
      setFault('The address does not match. Type it exactly as shown.')
      return
    }
    const input = { userId: person.id, version: person.version, confirmEmail: typed.trim() }
    if (await verb.run(() => remove.mutateAsync(input))) onDone('delete', `${nameOf(person)} is gone.`, true)
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${nameOf(person)}?`}
      button="Delete for good"
      danger
      dirty={false}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Notice tone="warn">
        The account goes and they are signed out everywhere at once. This cannot be undone. The audit log keeps who did
        it. To keep somebody out for a while, suspend them instead.
      </Notice>
      <TextInput
        label={`Type "${person.email}" to confirm`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.email}
        value={typed}
        error={fault}
        onChange={(event) => {
          setFault(undefined)
          setTyped(event.currentTarget.value)
        }}
      />
    </VerbDialog>
  )
}
