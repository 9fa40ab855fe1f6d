import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import { normalizedInput, inputProps } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { useRefetch } from '@quaff/platform/console/query-client'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { isolated } from '@quaff/platform/shared/readable-text'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { buildingFields } from '../contract'
import { publicFormPath } from '../rules'
import { FormListPanel } from './form-list-panel'
import { InboxPanel } from './inbox-panel'
import { formsApi } from './signup-forms-queries'
import type { OnSignupFormsSearch, SignupFormsSearch } from './signup-forms-search-widget'

interface SignupFormsPageProps {
  search: SignupFormsSearch
  onSearch: OnSignupFormsSearch
}

const BuilderView = deferred(
  async () => (await import('../building/console/builder-view')).BuilderView,
  <SkeletonText lines={12} />,
)

export function SignupFormsPage({ search, onSearch }: SignupFormsPageProps) {
  const { tab, id, view, action } = search
  useLiveRefresh(['audit', 'merchant'], useRefetch(formsApi.key()))
  if (tab === undefined && id !== undefined && action === undefined)
    return (
      <BuilderView
        key={id}
        formId={id}
        view={view}
        onClose={() => onSearch({ id: undefined, view: undefined })}
        onDuplicate={() => onSearch({ action: 'create', view: undefined })}
        onSubmissions={() => onSearch({ tab: 'submissions', form: id, id: undefined, view: undefined })}
      />
    )
  return <Lists search={search} onSearch={onSearch} />
}

/** Filters of one tab do not apply in another. */
const nothing = {
  tab: undefined,
  id: undefined,
  view: undefined,
  state: undefined,
  status: undefined,
  form: undefined,
  q: undefined,
  page: undefined,
  action: undefined,
} as const satisfies Partial<SignupFormsSearch>

function Lists({ search, onSearch }: SignupFormsPageProps) {
  const { tab = 'forms', action, id } = search
  const panelId = useId()
  const counts = useQuery(formsApi.submissionCounts.queryOptions({ input: {} }))
  const waiting = counts.data?.submitted
  const tabs = [
    { id: 'forms', label: 'Forms' },
    { id: 'submissions', label: 'Submissions', ...(waiting && { count: waiting }), tone: 'warn' },
  ] as const
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Merchant Signup Forms"
        actions={
          <CommandButton
            variant="primary"
            command={{
              id: 'forms.create',
              label: 'Create form',
              icon: IconPlus,
              keys: 'c',
              run: () => onSearch({ action: 'create', id: undefined }),
            }}
          />
        }
      />
      <ListTabs
        label="Merchant Signup Forms"
        tabs={tabs}
        value={tab}
        // The submissions that wait are the reason to come.
        onChange={(next) =>
          onSearch({
            ...nothing,
            ...(next === 'submissions' && { tab: next, status: waiting ? 'submitted' : undefined }),
          })
        }
        controls={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={tab === 'forms' ? 'Forms' : 'Submissions'}>
        {tab === 'forms' && <FormListPanel search={search} onSearch={onSearch} />}
        {tab === 'submissions' && <InboxPanel search={search} onSearch={onSearch} />}
      </div>
      {action === 'create' && (
        <CreateFormDialog
          copyOf={id}
          onCreated={(made) => onSearch({ ...nothing, id: made }, { replace: true })}
          onClose={() => onSearch({ action: undefined, id: undefined }, { replace: true })}
        />
      )}
    </div>
  )
}

interface CreateFormDialogProps {
  copyOf: string | undefined
  onCreated: (formId: string) => void
  onClose: () => void
}

const { name: nameField, slug: slugField } = buildingFields

function CreateFormDialog({ copyOf, onCreated, onClose }: CreateFormDialogProps) {
  const follows = useRef(true)
  const form = useForm({
    initialValues: { name: '', slug: '' },
    validate: (values) => errorsOf({ name: nameField, slug: slugField }, values),
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
      title={originalName === undefined ? 'Create form' : `Duplicate ${isolated(originalName)}`}
      description="Starts as a draft. Only administrators can see it until you publish."
      guard={guard}
      saving={saving}
      failed="Couldn’t create the form"
      button="Create form"
    >
      <TextInput
        {...inputProps(nameField)}
        label="Name"
        data-autofocus
        {...form.getInputProps('name')}
        onChange={(event) => rename(event.currentTarget.value)}
      />
      <TextInput
        {...inputProps(slugField)}
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
