import { useCallback, useMemo, useRef, useState } from 'react'
import { leaveForms } from '@quaff/platform/console/forms/changed-forms'
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
 * A stored selection survives a reload while the same person may still see that merchant. A preview has its merchant only.
 */
export function resolveSelection(session: Session, stored: StoredSelection | null): Selection {
  const { user, assignedMerchant, preview } = session
  if (preview) {
    const { merchantId: id, merchantName: name } = preview
    return { current: { id, name, logoUrl: assignedMerchant?.logoUrl ?? null }, isGlobalView: false }
  }
  const own = stored?.uid === user.uid ? stored : null
  if (user.permissions.canViewAllMerchants) {
    return own?.current ? { current: own.current, isGlobalView: false } : { current: null, isGlobalView: true }
  }
  const allowed = new Set(user.permissions.canViewMerchantIds)
  if (own?.current && allowed.has(own.current.id)) return { current: own.current, isGlobalView: false }
  return assignedMerchant ? { current: assignedMerchant, isGlobalView: false } : nothing
}

/** The zone of the figures on screen: that of the chosen merchant, else the platform's. */
export function figuresTimeZone({ timeZone, assignedMerchant }: Session, { current, isGlobalView }: Selection): string {
  if (!current || isGlobalView) return timeZone
  const known = current.id === assignedMerchant?.id ? assignedMerchant : current
  return known.timeZone ?? timeZone
}

interface Choice {
  uid: string
  selection: Selection
}

/** The user's choice since the page loaded, over the stored or assigned one; `lasting` is the value to store. */
export function useSelectionState(session: Session | null, stored: StoredSession | null) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const uid = session?.user.uid
  const isPreview = session?.preview !== undefined
  const { selection, lasting } = useMemo(() => {
    if (!session) return { selection: nothing, lasting: nothing }
    const chosen = choice?.uid === session.user.uid ? { ...choice.selection, uid: choice.uid } : null
    const before = stored ? { ...stored, uid: stored.session.user.uid } : null
    const resolved = resolveSelection(session, chosen ?? before)
    return {
      selection: resolved,
      lasting: session.preview ? keptSelection(chosen ?? before, session.user.uid) : resolved,
    }
  }, [session, stored, choice])

  const currentId = selection.current?.id
  /** Counts what the person chose: the first save of a setup also changes the merchant, but the page stays. */
  const switches = useRef(0)
  const countSwitches = useCallback(() => switches.current, [])
  const choose = useCallback(
    (next: Selection) => {
      if (uid === undefined || isPreview) return
      const change = () => {
        if (next.current?.id !== currentId) switches.current += 1
        setChoice({ uid, selection: next })
      }
      // A new name or logo of the same merchant changes nothing for an open form.
      if (next.current?.id === currentId) change()
      else leaveForms(change)
    },
    [uid, isPreview, currentId],
  )
  const selectMerchant = useCallback(
    (merchant: SelectedMerchant) => choose({ current: merchant, isGlobalView: false }),
    [choose],
  )
  const selectAll = useCallback(() => choose({ current: null, isGlobalView: true }), [choose])
  return { selection, lasting, selectMerchant, selectAll, countSwitches }
}

/** The selection to restore after the preview. */
function keptSelection(own: StoredSelection | null, uid: string): Selection {
  return own?.uid === uid ? { current: own.current, isGlobalView: own.isGlobalView } : nothing
}
