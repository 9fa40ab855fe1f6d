import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '@quaff/platform/console/display/notice'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { line } from '@quaff/platform/shared/fields/form-fields'
import { merchantsApi } from '../../console/merchant-queries'
import { obstacles } from './action-words'
import { ImpactNotice } from './impact-notice'
import { useMerchantVerb, type ActionDialogProps } from './use-merchant-verb'

export function DeleteDialog({ merchant: opened, onClose, onDone }: ActionDialogProps) {
  const verb = useMerchantVerb(opened)
  const { row: merchant } = verb
  const typed = useTyped(line())
  const check = () => {
    const isSame = typed.text === merchant.name.trim()
    if (!isSame) typed.refuse('The name does not match. Type it exactly as shown.')
    return isSame
  }
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  const refused = impact.data?.deletable === false
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${merchant.name}?`}
      button="Delete for good"
      danger
      blocked={impact.data?.deletable !== true}
      check={check}
      call={({ id: merchantId, version }) =>
        merchantsApi.delete.call({ merchantId, version, confirmName: typed.value })
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
      {!refused && <TextInput {...typed.props} label={`Type "${merchant.name}" to confirm`} data-autofocus />}
    </VerbDialog>
  )
}
