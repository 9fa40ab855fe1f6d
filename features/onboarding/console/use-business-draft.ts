import { useEffect, useState } from 'react'
import { now } from '@quaff/platform/console/clock'
import { draftLimits } from '../contract'
import { DraftKeeper, type DraftState } from './draft-keeper'
import { draftKey, keptDraft } from './kept-draft'
import { onboardingApi } from './onboarding-queries'

/** Keeps what is typed: at once in this browser, after a pause on the server. */
export function useBusinessDraft(
  { merchantId, userId }: { merchantId: string; userId: string },
  restoredAt: Date | null,
) {
  const [state, setState] = useState<DraftState>(restoredAt ? { kind: 'saved', at: restoredAt } : { kind: 'none' })
  const [keeper] = useState(() => {
    const key = draftKey(userId, merchantId)
    const places = {
      now,
      pauseMs: draftLimits.pauseMs,
      keepHere: (draft: Parameters<typeof keptDraft.write>[1]) => keptDraft.write(key, draft),
      forgetHere: () => keptDraft.forget(key),
      save: (values: Parameters<DraftKeeper['keep']>[0]) =>
        onboardingApi.saveDraft.call({ merchantId, step: 'business', values }),
    }
    return new DraftKeeper(places, setState)
  })

  useEffect(() => {
    const flush = () => void keeper.flush()
    window.addEventListener('online', flush)
    return () => {
      window.removeEventListener('online', flush)
      flush()
    }
  }, [keeper])

  return { state, keeper }
}
