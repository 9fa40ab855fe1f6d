import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { counted } from '@quaff/platform/console/display/formats'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { MerchantRecord } from '../contract'
import { merchantsApi } from './merchant-queries-widget'

export { merchantStateText, saleLabel } from './merchant-state-text'

type SalesButtonProps = { merchant: MerchantRecord; disabledReason?: string | undefined; plans?: number }

/** Pausing is visible to customers, so its consequence is stated first. Resuming is done at once, with Undo. */
export function SalesButton({ merchant, disabledReason, plans }: SalesButtonProps) {
  const [asking, setAsking] = useState(false)
  const sales = useWrite<MerchantRecord, boolean>({
    call: ({ id: merchantId, version }, isLive) => merchantsApi.setLive.call({ merchantId, version, isLive }),
    keys: [merchantsApi.key()],
    next: (isLive) => ({ isLive, choosesLive: isLive }),
    failed: 'Couldn’t change pass sales',
    done: (saved, isLive) => ({
      title: isLive ? 'Sales resumed' : 'Sales paused',
      undo: () => sales.run(saved, !isLive),
    }),
  })
  const { isLive } = merchant
  return (
    <>
      <PermissionButton
        icon={isLive ? IconPlayerPause : IconPlayerPlay}
        disabledReason={disabledReason}
        loading={sales.isPending}
        onClick={() => (isLive ? setAsking(true) : sales.run(merchant, true))}
      >
        {isLive ? 'Pause sales' : 'Resume sales'}
      </PermissionButton>
      {asking && (
        <PauseDialog
          merchant={merchant}
          plans={plans}
          onPause={() => sales.run(merchant, false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type PauseDialogProps = {
  merchant: MerchantRecord
  plans?: number | undefined
  onPause: () => void
  onClose: () => void
}

export function PauseDialog({ merchant: { name, totalSubscribers }, plans, onPause, onClose }: PauseDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Pause sales at ${isolated(name)}?`}
      footer={
        <DialogButtons
          onCancel={onClose}
          onClick={() => {
            onClose()
            onPause()
          }}
        >
          Pause sales
        </DialogButtons>
      }
    >
      <p>{`New customers can’t find ${isolated(name)} or buy ${plans ? `its ${counted(plans, 'plan')}` : 'a pass'} until sales resume.`}</p>
      <p>
        {totalSubscribers === 0
          ? 'No one has a pass yet.'
          : `${counted(totalSubscribers, 'subscriber')} can still redeem.`}
      </p>
    </Dialog>
  )
}
