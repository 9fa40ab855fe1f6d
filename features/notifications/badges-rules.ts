import type { Waiting, WaitingItem } from './contract'

export type WaitingBadge = { count: number; tone: 'neutral' | 'warn'; label: string }

/** Says by itself what it is about. */
const overview = '/dashboard'
/** Invitations wait for whoever was invited, and what was done by somebody else waits for nobody. */
const forOthers: readonly WaitingItem['kind'][] = ['stuck_invitations', 'team_invitations', 'bank_changed']

/**
 * What waits, by the page that its link opens. `merchantId` is the merchant whose pages are shown, null for all of them:
 * what another one's page would show is not counted.
 */
export function waitingBadges(
  { items, onWaitlists }: Pick<Waiting, 'items' | 'onWaitlists'>,
  merchantId: string | null,
): ReadonlyMap<string, WaitingBadge> {
  const badges = new Map<string, WaitingBadge>()
  for (const { kind, href, title, count, merchant } of items) {
    const [page = overview] = href.split('?')
    if (page === overview || forOthers.includes(kind) || (merchant?.id ?? null) !== merchantId) continue
    const known = badges.get(page)
    badges.set(page, {
      count: count + (known?.count ?? 0),
      tone: 'warn',
      label: known ? `${known.label}, ${title}` : title,
    })
  }
  // People who wait for a place are no fault and no task: the number is quiet.
  if (onWaitlists > 0 && merchantId === null)
    badges.set('/waitlists', { count: onWaitlists, tone: 'neutral', label: waitlistText(onWaitlists) })
  return badges
}

const waitlistText = (count: number) => `${count === 1 ? '1 person waits' : `${count} people wait`} for an invitation`
