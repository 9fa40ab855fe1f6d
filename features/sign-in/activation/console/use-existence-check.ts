import { useDebouncedValue } from '@mantine/hooks'
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { isEmail, normalizeEmail } from '@quaff/platform/shared/readable-text'
import { signInApi } from '../../console/sign-in-queries'
import { signInLimits, signInTexts, type UserExistence } from '../../contract'
import type { AddressProof } from './use-activation'

interface ExistenceCheck {
  /** For exactly the address typed now; null while unknown. */
  found: UserExistence | null
  checking: boolean
  /** Only said when there were too many checks: other failures clear the banner silently (spec §8). */
  refusal: string | null
}

/** Asks 500 ms after the last key, only about a complete address (G17), and only who can show that it is theirs (0032). */
export function useExistenceCheck(email: string, proof: AddressProof | null): ExistenceCheck {
  const typed = normalizeEmail(email)
  const [settled] = useDebouncedValue(typed, signInLimits.existenceDebounceMs)
  const query = useQuery({
    ...signInApi.checkUserExists.queryOptions({ input: { email: settled, ...proof } }),
    enabled: proof !== null && isEmail(settled),
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const current = typed === settled
  const tooMany = query.error instanceof ORPCError && query.error.code === 'TOO_MANY_REQUESTS'
  return {
    found: current && !query.isError ? (query.data ?? null) : null,
    checking: proof !== null && isEmail(typed) && (!current || query.isFetching),
    refusal: current && tooMany ? signInTexts.tooManyChecks : null,
  }
}
