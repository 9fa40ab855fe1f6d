import type { ReactElement } from 'react'
import { isolated } from '../../shared/readable-text'
import { ActionMenu } from '../controls/action-menu'
import { commandId, type CommandSet, commandsOf, findOffered, namesOf, type Offered, offeredOf } from './command'
import { useRegistered } from './shortcuts'

type Run<Name extends string, Row> = (name: Name, row: Row) => void

/** Returns the commands of the open record. */
export function useRecordCommands<Name extends string, Row extends { id: string }, Details>(
  set: CommandSet<Name, Row, Details>,
  row: Row | undefined,
  details: Details,
  run: Run<Name, Row>,
) {
  useRegistered(() => (row ? commandsOf(set, row, details, run) : []), 'overlay')
}

/** The same for the row that has the focus, whichever that is when a key is pressed. */
export function useRowCommands<Name extends string, Row extends { id: string }, Details>(
  set: CommandSet<Name, Row, Details>,
  rows: readonly Row[],
  details: Details,
  run: Run<Name, Row>,
) {
  useRegistered(() => {
    const row = focusedRow(rows)
    if (row) return commandsOf(set, row, details, run).map((command) => ({ ...command, inRow: true }))
    // The help names the keys, whether a row has the focus or not.
    return namesOf(set.commands).map((name) => ({
      ...set.commands[name],
      id: commandId(set, name),
      run: () => undefined,
      helpOnly: true,
    }))
  }, 'page')
}

/** The row that has the focus. */
function focusedRow<Row extends { id: string }>(rows: readonly Row[]): Row | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
  return rows.find((row) => row.id === id)
}

interface RowMenuProps<Name extends string, Row extends { id: string }, Details> {
  set: CommandSet<Name, Row, Details>
  row: Row
  details: Details
  onRun: (name: Name, row: Row) => void
  /** Commands that are shown as buttons beside the menu. */
  without?: readonly Name[]
  /** Used by rows: hides disabled commands, because a list of reasons would be too long. */
  onlyPossible?: boolean
  target?: ReactElement
}

/**
 * Hides commands that the role can never use. Commands that the record's status prevents are disabled with the
 * reason.
 */
export function RowMenu<Name extends string, Row extends { id: string }, Details>(
  props: RowMenuProps<Name, Row, Details>,
) {
  const { set, row, details, onRun, without = [], onlyPossible, target } = props
  const isShown = ({ name, onlyButton, disabledReason }: Offered<Name, Row, Details>) =>
    !onlyButton && !without.includes(name) && (!onlyPossible || disabledReason === undefined)
  // A list renders a menu for each row, and users open hardly any of them.
  if (!findOffered(set, row, details, isShown)) return null
  const offered = () => offeredOf(set, row, details).filter(isShown)
  return (
    <ActionMenu
      label={`More actions for ${isolated(set.nameOf(row))}`}
      target={target}
      items={() =>
        offered().map(({ name, label, opensDialog, icon, keys, danger, disabledReason }, index) => ({
          id: name,
          label: opensDialog ? `${label}…` : label,
          icon,
          danger,
          separated: danger && index > 0,
          shortcut: disabledReason === undefined ? keys?.toUpperCase() : undefined,
          disabledReason: disabledReason,
          onSelect: () => onRun(name, row),
        }))
      }
    />
  )
}
