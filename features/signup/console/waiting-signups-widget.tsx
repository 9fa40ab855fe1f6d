import { useQuery } from '@tanstack/react-query'
import { signupApi } from './signup-queries'

/** How many applications of the partner pages wait for an answer; undefined until that is known. */
export function useWaitingSignups(): number | undefined {
  const list = useQuery(signupApi.list.queryOptions({ input: { status: 'submitted', limit: 1 } }))
  return list.data?.total ?? undefined
}
