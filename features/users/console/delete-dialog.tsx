import { TextInput } from '@mantine/core'
import { Notice } from '@quaff/platform/console/display/notice'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { line } from '@quaff/platform/shared/fields/form-fields'
import { textLimits } from '@quaff/platform/shared/text'
import { usePersonVerb, type PersonDialogProps } from './use-person-verb'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'

export function DeleteDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('delete', opened)
  const { row: person } = verb
  const typed = useTyped(line({ max: textLimits.email }))
  const check = () => {
    const isSame = typed.text.toLowerCase() === person.email.toLowerCase()
    if (!isSame) typed.refuse('The email doesn’t match. Type it exactly as shown.')
    return isSame
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${nameOf(person)}?`}
      button="Delete permanently"
      danger
      check={check}
      call={({ id: userId, version }) => usersApi.delete.call({ userId, version, confirmEmail: typed.text })}
      onDone={() => onDone('delete', `${nameOf(person)} was deleted.`, { isGone: true })}
      onClose={onClose}
    >
      <Notice tone="warn">
        This permanently deletes the account and signs them out. To block access for now, suspend them instead.
      </Notice>
      <TextInput
        {...typed.props}
        label={`Type “${person.email}” to confirm`}
        data-autofocus
        autoCapitalize="none"
        spellCheck={false}
      />
    </VerbDialog>
  )
}
