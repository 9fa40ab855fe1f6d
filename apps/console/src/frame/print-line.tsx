import { useEffect } from 'react'
import { now } from '@quaff/platform/console/clock'
import { formatDate, useHourCycle } from '@quaff/platform/console/display/formats'
import { isolated } from '@quaff/platform/shared/readable-text'

/** Heads the printed page with the merchant and the time, because paper has no sidebar and no clock. */
export function PrintLine({ merchant = 'All merchants' }: { merchant: string | undefined }) {
  const hourCycle = useHourCycle()
  useEffect(() => {
    const write = () => {
      const printed = formatDate(now(), 'datetime', { hourCycle, withYear: true })
      document.querySelector('main')?.setAttribute('data-printed', `${isolated(merchant)} · Printed ${printed}`)
    }
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  }, [merchant, hourCycle])
  return null
}
