import { useDebouncedValue } from '@mantine/hooks'
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { isEmail, normalizeEmail } from '@quaff/platform/shared/email-address'
import { signInLimits, signInMessages, type UserExistence } from '../contract'
import { signInApi } from './sign-in-queries'

interface ExistenceCheck {
  /** Result for exactly the typed address; null while unknown. */
  found: UserExistence | null
  checking: boolean
  /** Shown for too many checks only: other failures clear the banner silently (spec §8). */
  refusal: string | null
}

type AddressProofs = { invitationToken?: string; mailboxProof?: string }

/** Spec §4: asks 500 ms after the last key, and only about a complete address (G17). */
export function useExistenceCheck(email: string, proofs: AddressProofs): ExistenceCheck {
  const typed = normalizeEmail(email)
  const [settled] = useDebouncedValue(typed, signInLimits.existenceDebounceMs)
  const query = useQuery({
    ...signInApi.checkUserExists.queryOptions({ input: { email: settled, ...proofs } }),
    enabled: isEmail(settled),
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const current = typed === settled
  const tooMany = query.error instanceof ORPCError && query.error.code === 'TOO_MANY_REQUESTS'
  return {
    found: current && !query.isError ? (query.data ?? null) : null,
    checking: isEmail(typed) && (!current || query.isFetching),
    refusal: current && tooMany ? signInMessages.tooManyChecks : null,
  }
}
