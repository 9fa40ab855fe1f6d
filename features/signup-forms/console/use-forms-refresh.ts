import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { formsApi } from './signup-forms-queries'

/** Reads everything about signup forms anew: forms, figures, submissions and the open sheet. */
export function useFormsRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: formsApi.key() }), [client])
}

/** What colleagues change shows up by itself. */
export function useFormsRefresh(): void {
  useLiveRefresh(['audit', 'merchant'], useFormsRefetch())
}
