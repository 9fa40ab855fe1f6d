import { IconMail } from '@tabler/icons-react'
import { useNow } from '@quaff/platform/console/clock'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { isolated } from '@quaff/platform/shared/readable-text'
import { canRemind } from '../progress/rules'
import { payoutsApi } from './payout-queries'

type Blocked = { id: string; merchantName: string; currency: string; remindedAt: Date | null }

/** Emails the owners about missing bank details. Stays for a day after it did, so that the focus is not lost. */
export function RemindButton({ payout }: { payout: Blocked }) {
  const now = useNow()
  const remind = useWrite<Blocked, void>({
    call: ({ id: payoutId }) => payoutsApi.remindOwners.call({ payoutId }),
    keys: [payoutsApi.key()],
    failed: 'Couldn’t send the reminder',
    done: () => ({ title: 'Reminder sent to the owners' }),
  })
  const { remindedAt, merchantName, currency } = payout
  const label = remindedAt === null ? 'Remind owner' : 'Remind again'
  return (
    <PermissionButton
      size="sm"
      icon={IconMail}
      loading={remind.isPending}
      disabledReason={canRemind(remindedAt, now) ? undefined : 'Owners get at most one reminder a day.'}
      aria-label={`${label}, ${isolated(merchantName)}, ${currency.toUpperCase()}`}
      onClick={() => remind.run(payout)}
    >
      {label}
    </PermissionButton>
  )
}

export function RemindedText({ remindedAt }: Pick<Blocked, 'remindedAt'>) {
  if (remindedAt === null) return null
  return (
    <>
      {' '}
      Owner reminded <RelativeTime value={remindedAt} />.
    </>
  )
}
