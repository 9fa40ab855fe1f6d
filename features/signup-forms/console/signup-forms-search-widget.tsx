import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { formStatuses, submissionFilters } from '../contract'

const builderViews = ['settings', 'share', 'results', 'versions'] as const
export type BuilderView = (typeof builderViews)[number]

const { formId, ...filters } = submissionFilters

/**
 * Without `tab` the forms are listed and `id` is the form in the builder, which opens at its questions without
 * `view`. In the other tab `id` is the submission. `state` filters forms, `form` filters submissions.
 */
export const signupFormsSearch = searchOf({
  ...filters,
  form: formId,
  tab: oneOf(['submissions']),
  id: id(),
  view: oneOf(builderViews),
  state: oneOf(formStatuses),
  page: page(),
  action: oneOf(['create']),
})
export type SignupFormsSearch = SearchOf<typeof signupFormsSearch>
export type OnSignupFormsSearch = ChangeSearch<SignupFormsSearch>
