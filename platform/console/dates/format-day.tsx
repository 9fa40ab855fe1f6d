const formats = {
  medium: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }),
  full: new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  weekday: new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }),
}

/** Of `YYYY-MM-DD`, which has no zone; what is none comes back as it is. */
export function formatDay(day: string, style: keyof typeof formats): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? day : formats[style].format(date)
}
