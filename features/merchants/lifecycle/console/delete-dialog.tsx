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
    if (!isSame) typed.refuse('The name doesn’t match. Type it exactly as shown.')
    return isSame
  }
  const impact = useQuery(merchantsApi.impact.queryOptions({ input: { merchantId: opened.id } }))
  const refused = impact.data?.deletable === false
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${merchant.name}?`}
      button="Delete permanently"
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
        <Notice tone="danger" title="You can’t delete this merchant">
          {`This merchant has ${obstacles(impact.data)}. Archive it instead.`}
        </Notice>
      ) : (
        <ImpactNotice query={impact} tone="warn">
          {() => 'This permanently deletes the profile, locations, plans, promotions and bank details.'}
        </ImpactNotice>
      )}
      {!refused && <TextInput {...typed.props} label={`Type “${merchant.name}” to confirm`} data-autofocus />}
    </VerbDialog>
  )
}
