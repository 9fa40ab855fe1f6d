import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '@quaff/platform/shared/fields/form-fields'
import { linkFields } from '../contract'
import { affiliatesApi } from './affiliate-queries'

const CHECK_DELAY_MS = 300

export type Availability = 'unknown' | 'checking' | 'free' | 'taken'

/** Asked once the typing pauses; what has not the right shape is not asked about. The save decides. */
export function useAvailability(asked: { slug: string; code: string | undefined; linkId: string | undefined }) {
  const [slug] = useDebouncedValue(asked.slug, CHECK_DELAY_MS)
  const [code] = useDebouncedValue(asked.code, CHECK_DELAY_MS)
  const input = { slug: readOf(linkFields.slug, slug), code: readOf(linkFields.code, code ?? ''), linkId: asked.linkId }
  const { data, isFetching } = useQuery(
    affiliatesApi.check.queryOptions({
      input,
      enabled: input.slug !== undefined || input.code !== undefined,
      retry: false,
      staleTime: 0,
    }),
  )
  const stateOf = (isAsked: boolean, isCurrent: boolean, isFree: boolean | undefined): Availability => {
    if (!isAsked) return 'unknown'
    if (!isCurrent || isFetching) return 'checking'
    if (isFree === undefined) return 'unknown'
    return isFree ? 'free' : 'taken'
  }
  return {
    slug: stateOf(input.slug !== undefined, slug === asked.slug, data?.slugFree),
    code: stateOf(input.code !== undefined, code === asked.code, data?.codeFree),
  }
}
