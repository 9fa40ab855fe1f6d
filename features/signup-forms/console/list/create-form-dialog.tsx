import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { buildingLimits, publicFormPath, slugFault } from '../../building/rules'
import { formsApi } from '../signup-forms-queries'

interface CreateFormDialogProps {
  /** The form whose draft the new one begins with. */
  copyOf: string | undefined
  onCreated: (formId: string) => void
  onClose: () => void
}

type Faults = { name?: string; slug?: string }

export function CreateFormDialog({ copyOf, onCreated, onClose }: CreateFormDialogProps) {
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string>()
  const [faults, setFaults] = useState<Faults>({})
  const [typed, setTyped] = useState(false)
  const slug = ownSlug ?? suggestSlug(name, buildingLimits.slug)
  const guard = useCloseGuard(typed, onClose)
  const original = useQuery(
    formsApi.get.queryOptions({ input: { formId: copyOf ?? '' }, enabled: copyOf !== undefined }),
  )
  const originalName = original.data?.name
  useEffect(() => {
    if (originalName !== undefined)
      setName((before) => before || `Copy of ${originalName}`.slice(0, buildingLimits.name))
  }, [originalName])
  const { save, keyOf, busy, problem } = useSave({
    keys: [formsApi.key()],
    form: { setFieldError: (field, text) => setFaults({ [field]: text }) },
    fieldOf: (error) => refusedFieldOf(error, ['name', 'slug']),
  })
  const send = async () => {
    const found: Faults = { slug: slugFault(slug) ?? undefined }
    if (name.trim() === '') found.name = 'Enter a name'
    setFaults(found)
    if (found.name !== undefined || found.slug !== undefined) return
    const input = { name: name.trim(), slug, ...(copyOf !== undefined && { copyOf }) }
    const form = await save(() => formsApi.create.call({ ...input, requestKey: keyOf(input) }))
    if (!form) return
    guard.release()
    notifySuccess('Form created', form.name)
    onCreated(form.id)
  }
  return (
    <FormDialog
      guard={guard}
      title={originalName === undefined ? 'New form' : `Duplicate ${originalName}`}
      description="It begins as a draft that nobody sees until you publish it."
      button="Create form"
      busy={busy}
      problem={problem}
      refused="The form was not created"
      onSubmit={() => void send()}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={buildingLimits.name}
        value={name}
        error={faults.name}
        onChange={(event) => {
          setTyped(true)
          setFaults({})
          setName(event.currentTarget.value)
        }}
      />
      <TextInput
        label="Address of the page"
        required
        description={`${window.location.host}${publicFormPath(slug || '…')}. It stays once the form was published.`}
        maxLength={buildingLimits.slug}
        value={slug}
        error={faults.slug ?? (slug === '' ? undefined : slugFault(slug))}
        onChange={(event) => {
          setTyped(true)
          setFaults({})
          setOwnSlug(event.currentTarget.value.trim().toLowerCase())
        }}
      />
    </FormDialog>
  )
}
