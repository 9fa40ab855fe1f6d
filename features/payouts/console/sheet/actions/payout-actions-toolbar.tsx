import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { refusedProgress } from '../../../progress/rules'
import type { PayoutStatement } from '../../../statement/contract'
import { statementAddress } from '../../payout-search-widget'
import { useStatementFile } from '../../use-statement-file'
import { actionWords, progressActions, stateActions, type ProgressAction } from './action-words'
import { ProgressActionDialog } from './progress-action-dialog'

type PayoutActionsToolbarProps = { statement: PayoutStatement; isManager: boolean; onDiscarded: () => void }

/** What is next first; what the state does not allow stays in the menu, with the reason. */
export function PayoutActionsToolbar({ statement, isManager, onDiscarded }: PayoutActionsToolbarProps) {
  const [asked, setAsked] = useState<ProgressAction>()
  const exporting = useStatementFile()
  const { next, other } = stateActions[statement.status]
  const canCarry = refusedProgress('carryOver', statement) === undefined
  const beside: ProgressAction[] = isManager ? [...(canCarry ? (['carryOver'] as const) : []), ...other] : []
  const inMenu = progressActions.filter((action) => action !== next && !beside.includes(action))
  return (
    <div className="q-row q-wrap">
      {isManager && next && (
        <PermissionButton
          size="sm"
          variant="primary"
          icon={actionWords[next].icon}
          disabledReason={refusedProgress(next, statement)}
          onClick={() => setAsked(next)}
        >
          {actionWords[next].label}
        </PermissionButton>
      )}
      {beside.map((action) => (
        <Button key={action} size="sm" icon={actionWords[action].icon} onClick={() => setAsked(action)}>
          {actionWords[action].label}
        </Button>
      ))}
      <Button
        size="sm"
        iconOnPhone={isManager}
        icon={IconDownload}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(statement)}
      >
        CSV
      </Button>
      <ButtonLink size="sm" iconOnPhone={isManager} icon={IconPrinter} to={statementAddress(statement.id)}>
        Print
      </ButtonLink>
      {isManager && (
        <ActionMenu
          label="More actions for this payout"
          items={inMenu.map((action) => ({
            id: action,
            label: actionWords[action].label,
            icon: actionWords[action].icon,
            disabledReason: refusedProgress(action, statement),
            onSelect: () => setAsked(action),
          }))}
        />
      )}
      {asked && (
        <ProgressActionDialog
          action={asked}
          payout={statement}
          onClose={() => setAsked(undefined)}
          onDone={(done) => {
            setAsked(undefined)
            if (done === 'discard') onDiscarded()
          }}
        />
      )}
    </div>
  )
}
