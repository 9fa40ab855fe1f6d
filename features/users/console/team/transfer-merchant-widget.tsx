import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import type { UserRow } from '../../contract'
import { nameOf } from '../user-commands-widget'
import { usersApi } from '../user-queries'
import { OwnerPicker } from './owner-picker'

interface TransferMerchantDialogProps {
  merchantId: string
  merchantName: string
  opened: boolean
  onClose: () => void
}

export function TransferMerchantDialog({ opened, ...props }: TransferMerchantDialogProps) {
  return opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({ merchantId, merchantName, onClose }: Omit<TransferMerchantDialogProps, 'opened'>) {
  const record = useQuery(merchantsApi.get.queryOptions({ input: { merchantId } }))
  const [chosen, setChosen] = useState<UserRow>()
  const [keepFormerOwner, setKeepFormerOwner] = useState(true)
  const [stale, setStale] = useState<unknown>()
  const { save, busy, problem, setProblem } = useSave({
    keys: [merchantsApi.key(), usersApi.key()],
    meet: (error) => {
      setStale(isStale(error) ? error : undefined)
      return Promise.resolve(isStale(error))
    },
  })
  const guard = useCloseGuard(false, onClose)
  const merchant = record.data
  const formerOwner = merchant?.ownerName ?? merchant?.ownerEmail

  const send = async () => {
    if (!merchant) return
    if (!chosen) {
      setProblem('Choose the new owner.')
      return
    }
    const input = { merchantId, version: merchant.version, newOwnerId: chosen.id, keepFormerOwner }
    if (!(await save(() => usersApi.transferMerchant.call(input)))) return
    notifySuccess('Merchant transferred', `${nameOf(chosen)} owns ${merchantName} now.`)
    onClose()
  }
  const reload = async () => {
    await record.refetch()
    setStale(undefined)
  }
  return (
    <FormDialog
      guard={guard}
      title={`Transfer ${merchantName}`}
      description="The new owner can change everything about it, billing included. Both are told by mail."
      button="Transfer"
      blocked={!merchant}
      busy={busy}
      problem={problem}
      notice={stale !== undefined && <StaleNotice what="merchant" error={stale} onReload={() => void reload()} />}
      onSubmit={() => void send()}
    >
      {record.isPending && <SkeletonText lines={3} />}
      {record.isError && !merchant && (
        <ErrorState title="The merchant could not be loaded" onRetry={() => void record.refetch()} />
      )}
      {merchant && (
        <>
          <p>{formerOwner ? `Owner now: ${formerOwner}` : 'It has no owner yet.'}</p>
          <OwnerPicker exceptId={merchant.ownerId} chosenId={chosen?.id} onChoose={setChosen} />
          {merchant.ownerId !== null && (
            <Checkbox
              label={`${formerOwner ?? 'The former owner'} stays in the team`}
              description="Otherwise they lose access to this merchant."
              checked={keepFormerOwner}
              onChange={(event) => setKeepFormerOwner(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
