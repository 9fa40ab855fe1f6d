import type { ReactElement } from 'react'
import { isolated } from '../../shared/readable-text'
import { ActionMenu } from '../controls/action-menu'
import type { IconLike } from '../theme/glyph'
import type { Shortcut } from './shortcut-keys'
import { useRegistered } from './shortcuts'

/** An action that is currently available. The palette, shortcuts, their help and buttons are derived from it. */
export interface Command extends Omit<Shortcut, 'keys'> {
  /** "users.invite": stays the same, so that the palette can remember it. */
  id: string
  keys?: string
  icon?: IconLike
  /** Further search words. */
  keywords?: string
  /** The record that it is about. */
  of?: { id: string; name: string }
  /** Applies to a row of a list. The command may open the record first, which then offers it too. */
  inRow?: boolean
  /** Why not now; it is shown, and nothing runs it. */
  disabledReason?: string
}

/**
 * `true`: offered. `null`: not shown. Otherwise shown as disabled with the reason; `onlyButton` hides it from menus.
 */
export type May = true | null | { disabledReason: string; onlyButton?: boolean }

export interface RecordCommand<Subject, Details> {
  label: string
  short?: string
  icon: IconLike
  keys?: string
  keywords?: string
  danger?: boolean
  /** A dialog asks first: menus say so by three points. */
  opensDialog?: boolean
  /** Pure: it runs for every rendered row. */
  may: (subject: Subject, details: Details) => May
}

type Subject = { id: string }

/** The commands for one kind of record, in menu order. */
export interface CommandSet<Name extends string, Row extends Subject, Details> {
  noun: string
  nameOf: (row: Row) => string
  commands: Readonly<Record<Name, RecordCommand<Row, Details>>>
}

export type Offered<Name extends string, Row, Details> = RecordCommand<Row, Details> & {
  name: Name
  disabledReason: string | undefined
  onlyButton: boolean
}

/** Returns the commands that a menu or a sheet shows for a record. */
export function offeredOf<Name extends string, Row extends Subject, Details>(
  { commands }: CommandSet<Name, Row, Details>,
  row: Row,
  details: Details,
): Offered<Name, Row, Details>[] {
  return namesOf(commands).flatMap((name) => offerOf(commands[name], name, row, details) ?? [])
}

/** The first of them that is wanted, without asking for the others. */
export function findOffered<Name extends string, Row extends Subject, Details>(
  { commands }: CommandSet<Name, Row, Details>,
  row: Row,
  details: Details,
  isWanted: (offered: Offered<Name, Row, Details>) => boolean,
): Offered<Name, Row, Details> | undefined {
  for (const name of namesOf(commands)) {
    const offered = offerOf(commands[name], name, row, details)
    if (offered && isWanted(offered)) return offered
  }
  return undefined
}

function offerOf<Name extends string, Row extends Subject, Details>(
  command: RecordCommand<Row, Details>,
  name: Name,
  row: Row,
  details: Details,
): Offered<Name, Row, Details> | undefined {
  const may = command.may(row, details)
  if (may === null) return undefined
  const { disabledReason, onlyButton = false } = may === true ? {} : may
  return { ...command, name, disabledReason, onlyButton }
}

/** The same, ready to run. */
export function commandsOf<Name extends string, Row extends Subject, Details>(
  set: CommandSet<Name, Row, Details>,
  row: Row,
  details: Details,
  run: (name: Name, row: Row) => void,
): Command[] {
  const of = { id: row.id, name: set.nameOf(row) }
  return offeredOf(set, row, details)
    .filter(({ onlyButton }) => !onlyButton)
    .map(({ name, label, icon, keys, keywords, disabledReason }) => ({
      id: commandId(set, name),
      label,
      icon,
      keys,
      keywords: keywords === undefined ? set.noun : `${set.noun} ${keywords}`,
      disabledReason,
      of,
      run: () => run(name, row),
    }))
}

export const commandId = (set: { noun: string }, name: string) => `${set.noun}.${name}`
export const namesOf = <Name extends string>(commands: Readonly<Record<Name, unknown>>): Name[] => {
  const names: string[] = Object.keys(commands)
  return names.filter((name): name is Name => name in commands)
}

/** Declares the commands of one kind of record; the names are inferred. */
export const defineCommands =
  <Row extends Subject, Details = object>() =>
  <const Name extends string>(
    noun: string,
    nameOf: (row: Row) => string,
    commands: Record<Name, RecordCommand<Row, Details>>,
  ): CommandSet<Name, Row, Details> => ({ noun, nameOf, commands })

type Run<Name extends string, Row> = (name: Name, row: Row) => void

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
