import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@quaff/platform/console/display/notice'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { textLimits } from '@quaff/platform/shared/text'
import { merchantsApi } from '../merchant-queries'
import type { ActionDialogProps } from './action-props'
import { obstacles } from './action-words'
import { ImpactNotice } from './impact-notice'
import { useMerchantVerb } from './use-merchant-verb'

export function DeleteDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { merchant } = verb
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  const remove = useMutation(merchantsApi.delete.mutationOptions())
  const refused = impact.data?.deletable === false

  const send = async () => {
    if (typed.trim() !== merchant.name.trim()) {
      setFault('The name does not match. Type it exactly as shown.')
      return
    }
    const input = { merchantId: merchant.id, version: merchant.version, confirmName: typed }
    const gone = await verb.run(() => remove.mutateAsync(input))
    if (gone) onDone('delete', undefined)
  }
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${merchant.name}?`}
      button="Delete for good"
      danger
      blocked={impact.data?.deletable !== true}
      dirty={false}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {impact.data && refused ? (
        <Notice tone="danger" title="This merchant cannot be deleted">
          {`${obstacles(impact.data)} belong to it. Archive it instead: its history stays, and nobody can buy its passes.`}
        </Notice>
      ) : (
        <ImpactNotice query={impact} tone="warn">
          {() =>
            'Its profile, locations, plans, promotions and bank details go with it. This cannot be undone. The audit log keeps who did it.'
          }
        </ImpactNotice>
      )}
      {!refused && (
        <TextInput
          label={`Type "${merchant.name}" to confirm`}
          data-autofocus
          autoComplete="off"
          maxLength={textLimits.short}
          value={typed}
          error={fault}
          onChange={(event) => {
            setFault(undefined)
            setTyped(event.currentTarget.value)
          }}
        />
      )}
    </VerbDialog>
  )
}
