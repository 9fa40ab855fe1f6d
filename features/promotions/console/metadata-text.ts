import { counted, formatCount } from '@quaff/platform/console/display/figure-text'
import type { PromotionMetadata } from '../contract'

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayAndYearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** "until 31 Dec, 2 per customer"; the year is said when it is not that of `today` (YYYY-MM-DD). */
export function metadataText(metadata: PromotionMetadata, today: string): string {
  const { limitTotal, limitPerCustomer, planIds, note } = metadata
  const parts = [
    periodText(metadata, today),
    limitTotal === undefined ? '' : `${formatCount(limitTotal)} in total`,
    limitPerCustomer === undefined ? '' : `${formatCount(limitPerCustomer)} per customer`,
    planIds === undefined || planIds.length === 0 ? '' : `${counted(planIds.length, 'plan')} only`,
    note ? `“${note}”` : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'No limits' : parts.join(', ')
}

function periodText({ startsOn, endsOn }: PromotionMetadata, today: string): string {
  const day = (value: string) => dayText(value, today)
  if (endsOn !== undefined && endsOn < today) return `ended ${day(endsOn)}`
  const begin = startsOn === undefined || startsOn <= today ? '' : `from ${day(startsOn)}`
  const end = endsOn === undefined ? '' : `until ${day(endsOn)}`
  return [begin, end].filter(Boolean).join(' ')
}

function dayText(value: string, today: string): string {
  const format = value.slice(0, 4) === today.slice(0, 4) ? dayFormat : dayAndYearFormat
  return format.format(new Date(`${value}T00:00:00Z`))
}

export const hasDetails = (metadata: PromotionMetadata | null) => metadata !== null && Object.keys(metadata).length > 0
