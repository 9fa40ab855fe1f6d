import { readDay, readPage, readText, validSearch } from '@quaff/platform/console/list/filters/search-values'
import { textLimits } from '@quaff/platform/shared/text'
import type { SettingsTab } from '../contract'
import { readSettingsTab } from '../rules'

/** The tab, the mail that is looked at, and what the audit log shows. */
export type SettingsSearch = {
  tab?: SettingsTab
  mail?: string
  q?: string
  actorId?: string
  action?: string
  targetType?: string
  targetId?: string
  merchantId?: string
  from?: string
  to?: string
  page?: number
  id?: string
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const word = (value: unknown) => readText(value, textLimits.short)
  return validSearch<SettingsSearch>({
    tab: raw.tab === undefined ? undefined : readSettingsTab(raw.tab),
    mail: word(raw.mail),
    q: word(raw.q),
    actorId: word(raw.actorId),
    action: word(raw.action),
    targetType: word(raw.targetType),
    targetId: word(raw.targetId),
    merchantId: word(raw.merchantId),
    from: readDay(raw.from),
    to: readDay(raw.to),
    page: readPage(raw.page),
    id: word(raw.id),
  })
}

export type OnSettingsSearch = (next: Partial<SettingsSearch>, options?: { replace?: boolean }) => void
