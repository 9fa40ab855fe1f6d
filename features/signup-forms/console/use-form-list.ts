import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { formsApi } from './signup-forms-queries'
import type { SignupFormsSearch } from './signup-forms-search-widget'

export function useFormList({ state, page }: Pick<SignupFormsSearch, 'state' | 'page'>) {
  const list = useInfiniteQuery(
    formsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(state && { status: state }),
        limit: pageLimits.defaultSize,
        cursor,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  return { list, pages: useLoadedPages(list, page ?? 1) }
}
