import { useQuery } from '@tanstack/react-query'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { formsApi } from '../signup-forms-queries'
import {
  validateSignupFormsSearch,
  type OnSignupFormsSearch,
  type SignupFormsSearch,
} from '../signup-forms-search-widget'
import { SubmissionExportMenu } from './submission-export-menu'

interface InboxToolbarProps {
  search: SignupFormsSearch
  total: number | undefined
  onSearch: OnSignupFormsSearch
}

export function InboxToolbar({ search, total, onSearch }: InboxToolbarProps) {
  const { form } = search
  const forms = useQuery(formsApi.list.queryOptions({ input: { limit: pageLimits.maxSize } }))
  const rows = forms.data?.rows ?? []
  const isListed = form === undefined || rows.some(({ id }) => id === form)
  // One that is not among the newest still has a name.
  const other = useQuery(
    formsApi.get.queryOptions({ input: { formId: form ?? '' }, enabled: forms.isSuccess && !isListed }),
  )
  const options = [...rows, ...(other.data ? [other.data] : [])].map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validateSignupFormsSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search business, email, reference"
      searchLabel="Search submissions"
      filters={
        <FilterChips
          filters={[{ id: 'form', label: 'Form', kind: 'select', options }]}
          values={withoutAbsent({ form })}
          onChange={(_, value) => onSearch({ form: value, page: undefined })}
        />
      }
    >
      <SubmissionExportMenu search={search} total={total} />
    </ListToolbar>
  )
}
