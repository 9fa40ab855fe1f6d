import type { NavEntry } from '@quaff/platform/console/frame/shell/nav-entry'
import { hasEveryWord, matchPages } from './palette-pages'

export type CreateCommand = { label: string; to: '/waitlists' | '/merchant-signup-forms' }

const commands: readonly CreateCommand[] = [
  { label: 'New waitlist', to: '/waitlists' },
  { label: 'New signup form', to: '/merchant-signup-forms' },
]

/** Dialogs on pages whose every visitor may make one, if the sidebar lets them through; only once something is typed, so that they crowd nothing out. */
export function matchCreateCommands(navigation: NavEntry[], query: string): CreateCommand[] {
  if (query.trim() === '') return []
  const reachable = matchPages(navigation, '').map(({ to }) => to)
  return commands.filter(({ label, to }) => reachable.includes(to) && hasEveryWord(label, query))
}
