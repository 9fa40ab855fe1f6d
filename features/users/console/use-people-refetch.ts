import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { usersApi } from './user-queries'

/** Reads everything about people anew: the list, the figures and the open sheet. */
export function usePeopleRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: usersApi.key() }), [client])
}
