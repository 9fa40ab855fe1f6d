import { usePrefetchQuery } from '@tanstack/react-query'
import { signInApi } from './sign-in-queries'

/** Loaded with the session, so that the button is in the first render of the sign-in page. */
export function useSingleSignOnAhead(): void {
  usePrefetchQuery(signInApi.singleSignOn.queryOptions())
}
