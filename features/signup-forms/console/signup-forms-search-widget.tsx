import { readId, readOneOf, readPage, readText, validSearch } from '@quaff/platform/console/list/filters/search-values'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { submissionStatuses, type SubmissionStatus } from '../inbox/rules'
import { formStatuses, type FormStatus } from '../status/contract'

const tabs = ['submissions', 'applications'] as const
const builderViews = ['settings', 'share', 'results', 'versions'] as const
export type BuilderView = (typeof builderViews)[number]

/**
 * What the address of the page holds. Without `tab` the forms are listed, and `id` is the form in the builder; in the
 * other tabs it is the open submission or application.
 */
export type SignupFormsSearch = {
  tab?: (typeof tabs)[number]
  id?: string
  /** Where the builder opens; the questions when absent. */
  view?: BuilderView
  /** Of forms; submissions and applications have `status`. */
  state?: FormStatus
  status?: SubmissionStatus
  /** Submissions of one form. */
  form?: string
  q?: string
  page?: number
  action?: 'create'
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateSignupFormsSearch(raw: Record<string, unknown>): SignupFormsSearch {
  return validSearch<SignupFormsSearch>({
    tab: readOneOf(tabs, raw.tab),
    id: readId(raw.id),
    view: readOneOf(builderViews, raw.view),
    state: readOneOf(formStatuses, raw.state),
    status: readOneOf(submissionStatuses, raw.status),
    form: readId(raw.form),
    q: readText(raw.q, pageLimits.maxSearchLength),
    page: readPage(raw.page),
    action: readOneOf(['create'] as const, raw.action),
  })
}

export type OnSignupFormsSearch = (next: Partial<SignupFormsSearch>, options?: { replace?: boolean }) => void
