import { TextInput } from '@mantine/core'
import { line } from '@quaff/platform/shared/fields/form-fields'
import { isTypedName } from '@quaff/platform/shared/pasted-text'
import { isolated } from '@quaff/platform/shared/readable-text'
import { useTyped } from './field-inputs'

/** The name that confirms what can’t be undone. */
export function useTypedName(name: string) {
  const typed = useTyped(line())
  return {
    value: typed.value,
    check: () => {
      const isSame = isTypedName(typed.text, name)
      if (!isSame) typed.refuse('The name doesn’t match. Type it exactly as shown.')
      return isSame
    },
    field: <TextInput {...typed.props} label={`Type “${isolated(name)}” to confirm`} data-autofocus />,
  }
}
