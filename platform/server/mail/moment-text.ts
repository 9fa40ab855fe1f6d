/** "March 12, 2026 at 1:00 PM (Europe/Berlin)": the reader's own zone is not known, so the zone is named. */
export function momentText(moment: Date, timeZone: string): string {
  return `${plainly({ dateStyle: 'long', timeStyle: 'short', timeZone }, moment)} (${timeZone})`
}

/** "1:00:05 PM GMT+1", for what happens several times in an hour. */
export const secondText = (moment: Date, timeZone: string) => plainly({ timeStyle: 'long', timeZone }, moment)

/** Some email programs cannot show the narrow no-break space before AM and PM. */
const plainly = (options: Intl.DateTimeFormatOptions, moment: Date) =>
  new Intl.DateTimeFormat('en', options).format(moment).replaceAll('\u202F', ' ')
