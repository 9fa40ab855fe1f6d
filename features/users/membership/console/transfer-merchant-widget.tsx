import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { useRun } from '@quaff/platform/console/forms/write/use-run'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ReadingState } from '@quaff/platform/console/list/list-states'
import { nameOf } from '../../console/user-commands-widget'
import { usersApi } from '../../console/user-queries'
import type { UserRow } from '../../contract'
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
  const [{ problem, stale }, setFault] = useState<{ problem?: string; stale?: unknown }>({})
  const { busy, run } = useRun([merchantsApi.key(), usersApi.key()], (error) =>
    setFault(isStale(error) ? { stale: error } : { problem: errorText(error) }),
  )
  const guard = useCloseGuard(false, onClose)
  const merchant = record.data
  const formerOwner = merchant?.ownerName ?? merchant?.ownerEmail

  const send = async () => {
    if (!merchant) return
    if (!chosen) {
      setFault({ problem: 'Choose the new owner.' })
      return
    }
    const input = { merchantId, version: merchant.version, newOwnerId: chosen.id, keepFormerOwner }
    setFault({})
    if (!(await run({}, { call: () => usersApi.transferMerchant.call(input) }))) return
    notifySuccess('Merchant transferred', `${nameOf(chosen)} owns ${merchantName} now.`)
    onClose()
  }
  const reload = async () => {
    await record.refetch()
    setFault({})
  }
  return (
    <FormDialog
      guard={guard}
      title={`Transfer ${merchantName}`}
      description="The new owner gets full control, including billing. We’ll email both owners."
      button="Transfer"
      blocked={!merchant}
      saving={{ busy, problem, submit: () => void send() }}
      notice={stale !== undefined && <StaleNotice what="merchant" error={stale} onReload={() => void reload()} />}
    >
      <ReadingState query={record} lines={3} what="the merchant" />
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
