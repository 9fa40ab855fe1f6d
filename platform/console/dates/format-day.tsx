const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Of `YYYY-MM-DD`, which has no zone; what is none comes back as it is. */
export function formatDay(day: string, format = dayFormat): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? day : format.format(date)
}
