import { useQuery } from '@tanstack/react-query'
import { signupApi } from './signup-queries'

/** Number of pending applications; undefined while unknown. */
export function useWaitingSignups(): number | undefined {
  const list = useQuery(signupApi.list.queryOptions({ input: { status: 'submitted', limit: 1 } }))
  return list.data?.total ?? undefined
}
