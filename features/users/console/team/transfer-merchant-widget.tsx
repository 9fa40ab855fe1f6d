import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
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
  const client = useQueryClient()
  const record = useQuery(merchantsApi.get.queryOptions({ input: { merchantId } }))
  const transfer = useMutation(usersApi.transferMerchant.mutationOptions())
  const [chosen, setChosen] = useState<UserRow>()
  const [keepFormerOwner, setKeepFormerOwner] = useState(true)
  const [fault, setFault] = useState<string>()
  const running = useRef(false)
  const merchant = record.data
  const formerOwner = merchant?.ownerName ?? merchant?.ownerEmail

  const send = async () => {
    if (!merchant || running.current) return
    if (!chosen) {
      setFault('Choose the new owner.')
      return
    }
    running.current = true
    setFault(undefined)
    try {
      const { version } = merchant
      await transfer.mutateAsync({ merchantId, version, newOwnerId: chosen.id, keepFormerOwner })
      void client.invalidateQueries({ queryKey: merchantsApi.key() })
      void client.invalidateQueries({ queryKey: usersApi.key() })
      notifySuccess('Merchant transferred', `${nameOf(chosen)} owns ${merchantName} now.`)
      onClose()
    } catch (error) {
      if (!isStale(error)) setFault(error instanceof Error ? error.message : 'The merchant could not be transferred.')
    } finally {
      running.current = false
    }
  }
  const reload = async () => {
    await record.refetch()
    transfer.reset()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Transfer ${merchantName}`}
      description="The new owner can change everything about it, billing included. Both are told by mail."
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" loading={transfer.isPending} disabled={!merchant}>
            Transfer
          </Button>
        </>
      }
    >
      {isStale(transfer.error) && <StaleNotice what="merchant" error={transfer.error} onReload={() => void reload()} />}
      {fault && (
        <Notice tone="danger" announce>
          {fault}
        </Notice>
      )}
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
    </Dialog>
  )
}
