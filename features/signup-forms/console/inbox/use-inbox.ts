import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { SubmissionFilter } from '../../inbox/contract'
import { formsApi } from '../signup-forms-queries'
import type { SignupFormsSearch } from '../signup-forms-search-widget'

export function submissionFilterOf({ form, status, q }: SignupFormsSearch): SubmissionFilter {
  return withoutAbsent({ formId: form, status, q })
}

export function useInbox(search: SignupFormsSearch) {
  const filter = submissionFilterOf(search)
  const list = useInfiniteQuery(
    formsApi.submissions.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  return { list, pages: useLoadedPages(list, search.page ?? 1) }
}
