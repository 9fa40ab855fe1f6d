import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { signInApi } from '../../console/sign-in-queries'
import { passkeyFields, type Passkey } from '../contract'

interface NamePasskeyFormProps {
  title: string
  description?: string
  passkey: Passkey
  action: string
  onClose: () => void
  onNamed: () => void
}

export function NamePasskeyForm({ title, description, passkey, action, onClose, onNamed }: NamePasskeyFormProps) {
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The dialog may have been open before this step: nothing else moves the focus here.
  useEffect(() => field.current?.select(), [])
  const rename = useMutation(
    signInApi.renamePasskey.mutationOptions({
      onSuccess: () => {
        onNamed()
        onClose()
      },
      onError: (error) => setError(errorText(error)),
    }),
  )
  const submit = () => {
    const wrong = errorsOf(passkeyFields, { name })['name']
    setError(typeof wrong === 'string' ? wrong : null)
    if (wrong || rename.isPending) return
    if (name.trim() === passkey.name) onClose()
    else rename.mutate({ passkeyId: passkey.id, name })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={submit}
      footer={
        <>
          {action !== 'Done' && <Button onClick={onClose}>Cancel</Button>}
          <Button variant="primary" type="submit" loading={rename.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <TextInput
        ref={field}
        label="Name"
        maxLength={passkeyFields.name.max}
        data-autofocus
        value={name}
        error={error}
        onChange={(event) => {
          setError(null)
          setName(event.currentTarget.value)
        }}
      />
    </Dialog>
  )
}
