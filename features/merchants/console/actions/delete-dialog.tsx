import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '@quaff/platform/console/display/notice'
import { useTypedText } from '@quaff/platform/console/forms/verb/use-typed-text'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { textLimits } from '@quaff/platform/shared/text'
import { merchantsApi } from '../merchant-queries'
import type { ActionDialogProps } from './action-props'
import { obstacles } from './action-words'
import { ImpactNotice } from './impact-notice'
import { useMerchantVerb } from './use-merchant-verb'

export function DeleteDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const typed = useTypedText(
    (text) => text.trim() !== merchant.name.trim() && 'The name does not match. Type it exactly as shown.',
  )
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  const refused = impact.data?.deletable === false
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${merchant.name}?`}
      button="Delete for good"
      danger
      blocked={impact.data?.deletable !== true}
      check={typed.check}
      call={({ id: merchantId, version }) =>
        merchantsApi.delete.call({ merchantId, version, confirmName: typed.field.value })
      }
      onDone={() => onDone('delete', undefined)}
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
          {...typed.field}
        />
      )}
    </VerbDialog>
  )
}
