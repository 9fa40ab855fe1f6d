import { IconArchive, IconArchiveOff, IconCopyPlus, IconPencil, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { AffiliateLink } from '../../contract'
import type { LinkRights } from '../use-link-rights'

export const linkActions = ['qr', 'edit', 'duplicate', 'archive', 'restore'] as const
export type LinkAction = (typeof linkActions)[number]

export const actionLooks = {
  qr: { label: 'QR code', icon: IconQrcode, shortcut: 'Q', changes: false },
  edit: { label: 'Edit', icon: IconPencil, shortcut: 'E', changes: true },
  duplicate: { label: 'Duplicate', icon: IconCopyPlus, shortcut: 'D', changes: true },
  archive: { label: 'Archive', icon: IconArchive, shortcut: undefined, changes: true },
  restore: { label: 'Restore', icon: IconArchiveOff, shortcut: undefined, changes: true },
} as const satisfies Record<
  LinkAction,
  { label: string; icon: IconLike; shortcut: string | undefined; changes: boolean }
>

/** What the state of the link leaves. */
export const offeredActions = ({ state }: Pick<AffiliateLink, 'state'>): LinkAction[] =>
  linkActions.filter((action) => action !== (state === 'archived' ? 'archive' : 'restore'))

export type AskedAction = { action: LinkAction; link: AffiliateLink }

export function useLinkActions() {
  const [asked, setAsked] = useState<AskedAction>()
  return {
    asked,
    start: (action: LinkAction, link: AffiliateLink) => setAsked({ action, link }),
    close: () => setAsked(undefined),
  }
}
export type StartLinkAction = ReturnType<typeof useLinkActions>['start']

type KeyFacts = {
  /** Which link the keys are about at the moment they are pressed. */
  subject: () => AffiliateLink | undefined
  rights: LinkRights
  start: StartLinkAction
  scope: 'page' | 'overlay'
}

/** Keys of what the reader may do; the others are not there. */
export function useLinkKeys({ subject, rights, start, scope }: KeyFacts) {
  useShortcuts(
    linkActions.flatMap((action) => {
      const { label, shortcut, changes } = actionLooks[action]
      if (shortcut === undefined || (changes && rights.changeReason !== undefined)) return []
      const run = () => {
        const link = subject()
        if (link) start(action, link)
      }
      return [{ keys: shortcut.toLowerCase(), label, section: scope === 'page' ? 'List' : 'Record', run }]
    }),
    scope,
  )
}

/** The row that holds the focus. */
export function focusedLink(rows: readonly AffiliateLink[]): AffiliateLink | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
  return rows.find((row) => row.id === id)
}
