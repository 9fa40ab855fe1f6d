import type { ReactElement } from 'react'
import type { CommandSet } from '@quaff/platform/console/frame/commands/command'
import { RowMenu } from '@quaff/platform/console/frame/commands/row-menu'
import { useCommandFacts, type CommandFacts } from './session-widget'

interface RecordMenuProps<Name extends string, Row extends { id: string }> {
  set: CommandSet<Name, Row, CommandFacts>
  row: Row
  onRun: (name: Name, row: Row) => void
  without?: readonly Name[]
  target?: ReactElement
}

/** The menu of a record as whoever is signed in has it. */
export function RecordMenu<Name extends string, Row extends { id: string }>(props: RecordMenuProps<Name, Row>) {
  return <RowMenu {...props} facts={useCommandFacts()} />
}
