import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandFacts } from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { payoutCommands, type ProgressAction } from '../../console/payout-commands-widget'
import { statementAddress } from '../../console/payout-search-widget'
import { useStatementFile } from '../../statement/console/use-statement-file'
import type { PayoutStatement } from '../../statement/contract'
import { stateActions } from './action-words'
import { AdjustmentDialog } from './adjustment-dialog'
import { ProgressActionDialog } from './progress-action-dialog'

type PayoutActionsToolbarProps = { statement: PayoutStatement; isManager: boolean; onDiscarded: () => void }

/** What is next first; what the state does not allow stays in the menu, with the reason. */
export function PayoutActionsToolbar({ statement, isManager, onDiscarded }: PayoutActionsToolbarProps) {
  const facts = useCommandFacts()
  const [asked, setAsked] = useState<ProgressAction>()
  const exporting = useStatementFile()
  useRecordCommands(payoutCommands, statement, facts, setAsked)
  const { next, other } = stateActions(statement)
  const shown: ProgressAction[] = [...(next ? [next] : []), ...other]
  const offered = offeredOf(payoutCommands, statement, facts)
  const buttons = shown.flatMap((action) => offered.filter(({ name }) => name === action))
  const beside = buttons.filter(({ name, because }) => name === next || because === undefined)
  return (
    <div className="q-row q-wrap">
      {beside.map(({ name, label, icon, because }) => (
        <PermissionButton
          key={name}
          size="sm"
          variant={name === next ? 'primary' : 'default'}
          icon={icon}
          disabledReason={because}
          onClick={() => setAsked(name)}
        >
          {label}
        </PermissionButton>
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
      <RecordMenu set={payoutCommands} row={statement} onRun={setAsked} without={beside.map(({ name }) => name)} />
      {asked === 'addToNext' && (
        <AdjustmentDialog payout={statement} action="addToNext" onClose={() => setAsked(undefined)} />
      )}
      {asked && asked !== 'addToNext' && (
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
