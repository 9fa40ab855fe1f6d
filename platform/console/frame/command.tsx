import type { IconLike } from '../theme/glyph'
import type { Shortcut } from './shortcut-keys'

/** An action that is currently available. The palette, shortcuts, their help and buttons are derived from it. */
export interface Command extends Omit<Shortcut, 'keys'> {
  /** "users.invite": stays the same, so that the palette can remember it. */
  id: string
  keys?: string
  icon?: IconLike
  /** Further words it is found by. */
  words?: string
  /** The record that it is about. */
  of?: { id: string; name: string }
  /** Applies to a row of a list. The command may open the record first, which then offers it too. */
  inRow?: boolean
  /** Why not now; it is shown, and nothing runs it. */
  because?: string
}

/**
 * `true`: offered. `null`: not shown. Otherwise shown as disabled with the reason; `onlyButton` hides it from menus.
 */
export type May = true | null | { because: string; onlyButton?: boolean }

export interface RecordCommand<Subject, Facts> {
  label: string
  /** Short label for narrow places. */
  short?: string
  icon: IconLike
  keys?: string
  words?: string
  danger?: boolean
  /** A dialog asks first: menus say so by three points. */
  asks?: boolean
  /** Pure: it is asked for every row that is drawn. */
  may: (subject: Subject, facts: Facts) => May
}

type Subject = { id: string }

/** The commands for one kind of record, in menu order. */
export interface CommandSet<Name extends string, Row extends Subject, Facts> {
  noun: string
  nameOf: (row: Row) => string
  commands: Readonly<Record<Name, RecordCommand<Row, Facts>>>
}

export type Offered<Name extends string, Row, Facts> = RecordCommand<Row, Facts> & {
  name: Name
  because: string | undefined
  onlyButton: boolean
}

/** Returns the commands that a menu or a sheet shows for a record. */
export function offeredOf<Name extends string, Row extends Subject, Facts>(
  { commands }: CommandSet<Name, Row, Facts>,
  row: Row,
  facts: Facts,
): Offered<Name, Row, Facts>[] {
  return namesOf(commands).flatMap((name) => offerOf(commands[name], name, row, facts) ?? [])
}

/** The first of them that is wanted, without asking for the others. */
export function findOffered<Name extends string, Row extends Subject, Facts>(
  { commands }: CommandSet<Name, Row, Facts>,
  row: Row,
  facts: Facts,
  isWanted: (offered: Offered<Name, Row, Facts>) => boolean,
): Offered<Name, Row, Facts> | undefined {
  for (const name of namesOf(commands)) {
    const offered = offerOf(commands[name], name, row, facts)
    if (offered && isWanted(offered)) return offered
  }
  return undefined
}

function offerOf<Name extends string, Row extends Subject, Facts>(
  command: RecordCommand<Row, Facts>,
  name: Name,
  row: Row,
  facts: Facts,
): Offered<Name, Row, Facts> | undefined {
  const may = command.may(row, facts)
  if (may === null) return undefined
  const { because, onlyButton = false } = may === true ? {} : may
  return { ...command, name, because, onlyButton }
}

/** The same, ready to run. */
export function commandsOf<Name extends string, Row extends Subject, Facts>(
  set: CommandSet<Name, Row, Facts>,
  row: Row,
  facts: Facts,
  run: (name: Name, row: Row) => void,
): Command[] {
  const of = { id: row.id, name: set.nameOf(row) }
  return offeredOf(set, row, facts)
    .filter(({ onlyButton }) => !onlyButton)
    .map(({ name, label, icon, keys, words, because }) => ({
      id: commandId(set, name),
      label,
      icon,
      keys,
      words: words === undefined ? set.noun : `${set.noun} ${words}`,
      because,
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
  <Row extends Subject, Facts = object>() =>
  <const Name extends string>(
    noun: string,
    nameOf: (row: Row) => string,
    commands: Record<Name, RecordCommand<Row, Facts>>,
  ): CommandSet<Name, Row, Facts> => ({ noun, nameOf, commands })
