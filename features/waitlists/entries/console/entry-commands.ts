import {
  IconArrowBackUp,
  IconMailForward,
  IconMailOff,
  IconSend,
  IconStar,
  IconStarOff,
  IconUserMinus,
} from '@tabler/icons-react'
import { defineCommands } from '@quaff/platform/console/frame/command'
import type { EntryAction, EntryRow } from '../contract'
import { decideChange } from '../rules'
import { nameOf } from './entry-looks'

type Entry = Pick<EntryRow, 'id' | 'name' | 'email' | 'status'>

/** Not offered where another action takes its place. */
const decide = (action: EntryAction) => (entry: Entry) => decideChange(action, entry.status).ok || null

export const entryCommands = defineCommands<Entry>()('entry', nameOf, {
  invite: { label: 'Invite', icon: IconSend, keys: 'i', asks: true, may: decide('invite') },
  resend: { label: 'Resend invitation', icon: IconMailForward, asks: true, may: decide('resend') },
  rescind: { label: 'Rescind invitation', short: 'Rescind', icon: IconMailOff, asks: true, may: decide('rescind') },
  shortlist: { label: 'Shortlist', icon: IconStar, keys: 's', may: decide('shortlist') },
  unshortlist: { label: 'Remove from shortlist', icon: IconStarOff, may: decide('unshortlist') },
  restore: { label: 'Restore to waitlist', icon: IconArrowBackUp, may: decide('restore') },
  remove: { label: 'Remove', icon: IconUserMinus, danger: true, asks: true, may: decide('remove') },
} satisfies Record<EntryAction, object>)
