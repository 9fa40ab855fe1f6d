import { Input, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { labelledInputProps } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { chosenOf, defineRecord, ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { isolated } from '@quaff/platform/shared/readable-text'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { cityField, type Waitlist, waitlistFields, waitlistKinds } from '../contract'
import { joinPath, kindLabels } from '../rules'
import { waitlistsApi } from './waitlist-queries'

interface WaitlistFormDialogProps {
  /** Undefined makes a new one. */
  list?: Waitlist
  onSaved: (id: string) => void
  onClose: () => void
}

export function WaitlistFormDialog({ list, onSaved, onClose }: WaitlistFormDialogProps) {
  const [known, setKnown] = useState(list)
  const form = useForm<WaitlistForm>({
    initialValues: known ? waitlistForm.read(known) : waitlistForm.empty,
    validate: checkForm,
  })
  const guard = useCloseGuard(form.isDirty(), onClose, {
    name: `waitlist.${list?.id ?? 'new'}`,
    form,
    version: known?.version,
  })
  const merge = useMerge({
    labels: waitlistForm.mergeLabels,
    base: known,
    toFormValues: waitlistForm.read,
    load: async (before) => {
      const theirs = (await waitlistsApi.list.call({})).find(({ id }) => id === before.id)
      if (!theirs) throw new Error('This waitlist was deleted.')
      return theirs
    },
    rebase: setKnown,
    form,
  })
  const saving = useSave({
    form,
    keys: [waitlistsApi.key()],
    record: known,
    next: (values) => ({ name: waitlistForm.input(values).name }),
    send: (values) => {
      const input = waitlistForm.input(values)
      return known
        ? waitlistsApi.update.call({ ...input, waitlistId: known.id, version: known.version })
        : waitlistsApi.create.call({ ...input, requestKey: guard.draft.keyOf(input) })
    },
    onSaved: (saved) => {
      notifySuccess(known ? 'Waitlist saved' : 'Waitlist created', saved.name)
      guard.leave(() => onSaved(saved.id))
    },
    meet: merge.meet,
  })
  return (
    <FormDialog
      title={list ? `Edit ${isolated(list.name)}` : 'Create waitlist'}
      guard={guard}
      saving={saving}
      failed="Couldn’t save the waitlist"
      notice={<MergeNotice what="waitlist" view={merge.view} />}
      button={list ? 'Save' : 'Create waitlist'}
    >
      <WaitlistFields form={form} isNew={!list} />
    </FormDialog>
  )
}

function WaitlistFields({ form, isNew }: { form: UseFormReturnType<WaitlistForm>; isNew: boolean }) {
  const follows = useRef(isNew)
  const { values } = form
  return (
    <>
      <Input.Wrapper label="Audience" labelElement="div">
        <Segmented
          label="Audience"
          value={values.kind}
          options={waitlistKinds.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={(value) => form.setFieldValue('kind', value)}
        />
      </Input.Wrapper>
      <TextInput
        {...labelledInputProps(name)}
        data-autofocus
        {...form.getInputProps('name')}
        onChange={(event) => {
          const typed = event.currentTarget.value
          form.setFieldValue('name', typed)
          if (follows.current) form.setFieldValue('slug', slugFor(typed))
        }}
      />
      {values.kind === 'city' && <TextInput {...labelledInputProps(cityField)} {...form.getInputProps('city')} />}
      <TextInput
        {...labelledInputProps(slug)}
        description={`${window.location.host}${joinPath(values.slug || '…')}${isNew ? '' : '. If you change it, old links stop working.'}`}
        {...form.getInputProps('slug')}
        onChange={(event) => {
          follows.current = false
          form.setFieldValue('slug', event.currentTarget.value)
        }}
      />
      <Textarea {...labelledInputProps(description)} rows={3} {...form.getInputProps('description')} />
      <NumberInput
        label={daysLabel}
        required
        description="Counted from the invitation email. Sent invitations keep their date."
        min={1}
        max={invitationDays.max}
        allowDecimal={false}
        suffix={values.invitationDays === 1 ? ' day' : ' days'}
        {...form.getInputProps('invitationDays')}
      />
    </>
  )
}

const [own, chosen] = [ownFieldsOf<Waitlist>(), chosenOf<Waitlist>()]
const { name, slug, description, city, invitationDays } = waitlistFields
const daysLabel = 'Invitations expire after'
const defaultDays: number | string = 14

const waitlistForm = defineRecord<Waitlist>()({
  name,
  kind: chosen('Audience', 'kind', 'consumer', (kind) => kindLabels[kind]),
  slug,
  description,
  city,
  invitationDays: own({
    label: daysLabel,
    empty: { invitationDays: defaultDays },
    read: (list) => ({ invitationDays: list.invitationDays }),
    send: (values) => Number(values.invitationDays),
    errors: (values) => errorsOf({ invitationDays }, values),
    show: (values) => `${values.invitationDays} days`,
  }),
})
type WaitlistForm = typeof waitlistForm.empty

/** The join page link follows the name until someone types a link. */
const slugFor = (listName: string) => suggestSlug(listName, slug.max)

/** A city list must name its city. */
const checkForm = (values: WaitlistForm) => ({
  ...waitlistForm.errors(values),
  ...(values.kind === 'city' && errorsOf({ city: cityField }, values)),
})
