import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { SignupApplications } from '@quaff/features/signup/console/signup-applications-widget'
import { useWaitingSignups } from '@quaff/features/signup/console/waiting-signups-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { useRefetch } from '@quaff/platform/console/query-client'
import { InboxPanel } from '../inbox/console/inbox-panel'
import { CreateFormDialog } from './create-form-dialog'
import { FormListPanel } from './form-list-panel'
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

/** The filters of one tab mean nothing in another. */
const nothing = {
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
  const counts = useQuery(formsApi.submissionCounts.queryOptions({ input: {} }))
  const waiting = useWaitingSignups()
  const tabs = [
    { id: 'forms', label: 'Forms' },
    { id: 'submissions', label: 'Submissions', count: counts.data?.submitted, tone: 'warn' },
    { id: 'applications', label: 'Partner applications', count: waiting, tone: 'warn' },
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
        label="Merchant signup"
        tabs={tabs}
        value={tab}
        onChange={(next) => onSearch({ ...nothing, tab: next === 'forms' ? undefined : next })}
      />
      {tab === 'forms' && <FormListPanel search={search} onSearch={onSearch} />}
      {tab === 'submissions' && <InboxPanel search={search} onSearch={onSearch} />}
      {tab === 'applications' && <SignupApplications search={search} onSearch={onSearch} />}
      {action === 'create' && (
        <CreateFormDialog
          copyOf={id}
          onCreated={(made) => onSearch({ ...nothing, tab: undefined, id: made }, { replace: true })}
          onClose={() => onSearch({ action: undefined, id: undefined }, { replace: true })}
        />
      )}
    </div>
  )
}
