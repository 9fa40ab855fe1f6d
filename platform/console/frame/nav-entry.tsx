import type { IconLike } from '../theme/glyph'

export interface NavItemEntry {
  kind: 'item'
  to: string
  label: string
  icon?: IconLike
  badge?: { count: number; tone?: 'neutral' | 'warn'; label?: string }
  /** The entry is greyed and shows this text as its badge. */
  disabledReason?: string
}

export interface NavGroupEntry {
  kind: 'group'
  id: string
  label: string
  icon: IconLike
  /** The page that bears the name of the group and is no entry in it. */
  page?: string
  items: NavItemEntry[]
}

export type NavEntry = NavItemEntry | NavGroupEntry

export function isActive(entry: NavItemEntry, currentPath: string): boolean {
  return entry.disabledReason === undefined && entry.to === currentPath
}
