import { commandId, commandsOf, namesOf, type CommandSet } from './command'
import { useRegistered } from './shortcuts'

type Run<Name extends string, Row> = (name: Name, row: Row) => void

/** What can be done to the record that is open. */
export function useRecordCommands<Name extends string, Row extends { id: string }, Facts>(
  set: CommandSet<Name, Row, Facts>,
  row: Row | undefined,
  facts: Facts,
  run: Run<Name, Row>,
) {
  useRegistered(() => (row ? commandsOf(set, row, facts, run) : []), 'overlay')
}

/** The same for the row that has the focus, whichever that is when a key is pressed. */
export function useRowCommands<Name extends string, Row extends { id: string }, Facts>(
  set: CommandSet<Name, Row, Facts>,
  rows: readonly Row[],
  facts: Facts,
  run: Run<Name, Row>,
) {
  useRegistered(() => {
    const row = focusedRow(rows)
    if (row) return commandsOf(set, row, facts, run).map((command) => ({ ...command, inRow: true }))
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
export function focusedRow<Row extends { id: string }>(rows: readonly Row[]): Row | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
  return rows.find((row) => row.id === id)
}
