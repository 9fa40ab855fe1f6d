import { useCallback, useMemo, useState } from 'react'
import type { CurrentMerchant, Session } from '../contract'
import type { StoredSession } from './use-stored-session'

export type SelectedMerchant = CurrentMerchant & { temporary?: boolean }

export interface Selection {
  current: SelectedMerchant | null
  isGlobalView: boolean
}

/** The fields of a stored session that a selection depends on. */
export type StoredSelection = Pick<StoredSession, 'current' | 'isGlobalView'> & { uid: string }

const nothing: Selection = { current: null, isGlobalView: false }

/**
 * Spec §4: an administrator starts in global view, merchant roles with their assigned merchant.
 * A stored selection survives a reload while the same person may still see that merchant.
 */
export function resolveSelection(session: Session, stored: StoredSelection | null): Selection {
  const { user, assignedMerchant } = session
  const own = stored?.uid === user.uid ? stored : null
  if (user.permissions.canViewAllMerchants) {
    return own?.current ? { current: own.current, isGlobalView: false } : { current: null, isGlobalView: true }
  }
  const allowed = new Set(user.permissions.canViewMerchantIds)
  if (own?.current && allowed.has(own.current.id)) return { current: own.current, isGlobalView: false }
  return assignedMerchant ? { current: assignedMerchant, isGlobalView: false } : nothing
}

interface Choice {
  uid: string
  selection: Selection
}

/** What this person chose since the page was opened, on top of what was stored or assigned. */
export function useSelectionState(session: Session | null, stored: StoredSession | null) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const uid = session?.user.uid
  const selection = useMemo(() => {
    if (!session) return nothing
    const chosen = choice?.uid === session.user.uid ? { ...choice.selection, uid: choice.uid } : null
    const before = stored ? { ...stored, uid: stored.session.user.uid } : null
    return resolveSelection(session, chosen ?? before)
  }, [session, stored, choice])

  const choose = useCallback(
    (next: Selection) => {
      if (uid !== undefined) setChoice({ uid, selection: next })
    },
    [uid],
  )
  const selectMerchant = useCallback(
    (merchant: SelectedMerchant) => choose({ current: merchant, isGlobalView: false }),
    [choose],
  )
  const selectAll = useCallback(() => choose({ current: null, isGlobalView: true }), [choose])
  return { selection, selectMerchant, selectAll }
}
