/** "March 12, 2026 at 1:00 PM (Europe/Berlin)": the reader's own zone is not known, so the zone is named. */
export function momentText(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone })
  // Some email programs cannot show the narrow no-break space before AM and PM.
  return `${format.format(moment).replaceAll('\u202F', ' ')} (${timeZone})`
}
