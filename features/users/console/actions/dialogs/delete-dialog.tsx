import { TextInput } from '@mantine/core'
import { Notice } from '@quaff/platform/console/display/notice'
import { useTypedText } from '@quaff/platform/console/forms/verb/use-typed-text'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { textLimits } from '@quaff/platform/shared/text'
import { nameOf } from '../../user-commands-widget'
import { usersApi } from '../../user-queries'
import type { PersonDialogProps } from './dialog-props'
import { usePersonVerb } from './use-person-verb'

export function DeleteDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('delete', opened)
  const { row: person } = verb
  const typed = useTypedText(
    (text) =>
      text.trim().toLowerCase() !== person.email.toLowerCase() &&
      'The address does not match. Type it exactly as shown.',
  )
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${nameOf(person)}?`}
      button="Delete for good"
      danger
      check={typed.check}
      call={({ id: userId, version }) => usersApi.delete.call({ userId, version, confirmEmail: typed.text })}
      onDone={() => onDone('delete', `${nameOf(person)} is gone.`, { isGone: true })}
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
        {...typed.field}
      />
    </VerbDialog>
  )
}
