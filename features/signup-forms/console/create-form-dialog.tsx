import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { normalizedInput } from '@quaff/platform/console/forms/normalized-input'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { buildingFields, publicFormPath } from '../building/rules'
import { formsApi } from './signup-forms-queries'

interface CreateFormDialogProps {
  /** The form whose draft the new one begins with. */
  copyOf: string | undefined
  onCreated: (formId: string) => void
  onClose: () => void
}

const { name: nameField, slug: slugField } = buildingFields

export function CreateFormDialog({ copyOf, onCreated, onClose }: CreateFormDialogProps) {
  const follows = useRef(true)
  const form = useForm({
    initialValues: { name: '', slug: '' },
    validate: (values) => faultsOf({ name: nameField, slug: slugField }, values),
    validateInputOnChange: ['slug'],
  })
  const guard = useCloseGuard(form.isDirty(), onClose, { name: `new-form.${copyOf ?? ''}`, form })
  const rename = (name: string) => {
    form.setFieldValue('name', name)
    if (follows.current) form.setFieldValue('slug', suggestSlug(name, slugField.max))
  }
  const original = useQuery(
    formsApi.get.queryOptions({ input: { formId: copyOf ?? '' }, enabled: copyOf !== undefined }),
  )
  const originalName = original.data?.name
  const begin = useEffectEvent((name: string) => {
    if (form.isDirty()) return
    const copied = { name, slug: suggestSlug(name, slugField.max) }
    form.setInitialValues(copied)
    form.setValues(copied)
  })
  useEffect(() => {
    if (originalName !== undefined) begin(`Copy of ${originalName}`.slice(0, nameField.max))
  }, [originalName])
  const saving = useSave({
    form,
    keys: [formsApi.key()],
    send: ({ name, slug }) => {
      const input = { name: name.trim(), slug: slugField.read(slug), ...(copyOf !== undefined && { copyOf }) }
      return formsApi.create.call({ ...input, requestKey: guard.draft.keyOf(input) })
    },
    onSaved: (created) => {
      notifySuccess('Form created', created.name)
      guard.leave(() => onCreated(created.id))
    },
  })
  return (
    <FormDialog
      title={originalName === undefined ? 'Create form' : `Duplicate ${originalName}`}
      description="Starts as a draft. Only administrators can see it until you publish."
      guard={guard}
      saving={saving}
      failed="Couldn’t create the form"
      button="Create form"
    >
      <TextInput
        {...inputLooks(nameField)}
        label="Name"
        data-autofocus
        {...form.getInputProps('name')}
        onChange={(event) => rename(event.currentTarget.value)}
      />
      <TextInput
        {...inputLooks(slugField)}
        label="Page link"
        description={`${window.location.host}${publicFormPath(form.values.slug || '…')}. You can’t change it after publishing.`}
        {...form.getInputProps('slug')}
        {...normalizedInput({
          value: form.values.slug,
          normalize: slugField.read,
          onChange: (slug) => {
            follows.current = false
            form.setFieldValue('slug', slug)
          },
        })}
      />
    </FormDialog>
  )
}
