import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signInApi } from './sign-in-queries'

/** Loaded with the session, so that the button is in the first render. Once: a sign-in drops all data and leaves. */
export function useSingleSignOnAhead(): void {
  const client = useQueryClient()
  useState(() => void client.prefetchQuery(signInApi.singleSignOn.queryOptions()))
}
