import { usePrefetchQuery } from '@tanstack/react-query'
import { signInApi } from './sign-in-queries'

/** Asked beside the session, so that the button stands there when the sign-in page is first drawn. */
export function useSingleSignOnAhead(): void {
  usePrefetchQuery(signInApi.singleSignOn.queryOptions())
}
