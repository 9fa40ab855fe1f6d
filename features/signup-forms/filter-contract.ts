import { id, oneOf, text } from '@quaff/platform/shared/fields/fields'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { submissionStatuses } from './inbox-rules'

/** By itself, since the address of the page holds it: the console reads that before anything of a form. */
export const submissionFilters = {
  /** Absent: of all forms. */
  formId: id(),
  status: oneOf(submissionStatuses),
  /** Part of the business or the address, or the whole reference. */
  q: text(pageLimits.maxSearchLength),
}
