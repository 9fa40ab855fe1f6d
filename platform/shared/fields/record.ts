import { linesWithoutControls, withoutControls } from '../readable-text'
import { errorsOf, type FormField, type WholeField } from './form-fields'

type Naming = {
  /** Its name on the server, if that differs. */
  key?: string
  /** An empty value is null. */
  nullable?: true
  hint?: string
}
export type RecordField = FormField & Naming & { label: string }
export type RecordFields = Readonly<Record<string, RecordField>>

/**
 * Declares a plain field of a record: `labelled('Notes', lines(4_000), { nullable: true })`. Its schemas, form value,
 * input, errors, labels, details and export column are derived from it.
 */
export const labelled = <F extends FormField, const N extends Naming = object>(label: string, field: F, naming?: N) =>
  ({ ...field, ...naming, label }) as F & N & { label: string }

type KeyOf<F, Name> = F extends { key: infer Key extends string } ? Key : Name
type Sent<F> = (F extends WholeField ? number : string) | (F extends { nullable: true } ? null : never)
/** Plain fields as the server gets them, by its own names. */
type SentOf<F> = { -readonly [Name in keyof F as KeyOf<F[Name], Name & string>]: Sent<F[Name]> }
type TypedOf<F> = { -readonly [Name in keyof F]: string }

/**
 * Form values with their own control, such as hours, a position or a choice. Values that share a label are merged as
 * one.
 */
export interface OwnFields<Stored, Values extends object, Input> {
  label: string
  /** Labels of values that are merged separately. */
  labels?: { [Name in keyof Values]?: string }
  empty: Values
  read(stored: Stored): NoInfer<Values>
  send(values: NoInfer<Values>): Input
  errors?(values: NoInfer<Values>, before: NoInfer<Values>): Errors
  show?(values: NoInfer<Values>): string
  /** The text of `show` contains times of day. */
  hasTimes?: true
}

/** Infers the values of `OwnFields` of one kind of record. */
export const ownFieldsOf =
  <Stored>() =>
  <Values extends object, Input>(own: OwnFields<Stored, Values, Input>) =>
    own

/** Returns `OwnFields` of a chosen value that is stored and sent under one name. */
export const chosenOf =
  <Stored>() =>
  <const Name extends keyof Stored & string>(
    label: string,
    name: Name,
    empty: Stored[Name],
    show?: (value: Stored[Name]) => string,
  ): OwnFields<Stored, { [Key in Name]: Stored[Name] }, Stored[Name]> => {
    type Values = { [Key in Name]: Stored[Name] }
    const only = (value: Stored[Name]) => ({ [name]: value }) as Values
    return {
      label,
      empty: only(empty),
      read: (stored) => only(stored[name]),
      send: (values) => values[name],
      ...(show && { show: (values: Values) => show(values[name]) }),
    }
  }

type Declared<Stored> = Readonly<Record<string, RecordField | OwnFields<Stored, object, unknown>>>
type PlainOf<D> = { [Name in keyof D as D[Name] extends RecordField ? Name : never]: D[Name] }
type OwnOf<D> = { [Name in keyof D as D[Name] extends RecordField ? never : Name]: D[Name] }
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

type Flat<T> = { [Key in keyof T]: T[Key] }
type EmptyOf<O> = Joined<{ [Name in keyof O]: O[Name] extends { empty: infer Values } ? Values : never }[keyof O]>
type ValuesOf<D> = Flat<TypedOf<PlainOf<D>> & EmptyOf<OwnOf<D>>>
type InputOf<D> = Flat<
  SentOf<PlainOf<D>> & {
    [Name in keyof OwnOf<D>]: D[Name] extends { send(values: never): infer Input } ? Input : never
  }
>

export interface RecordForm<Stored, D> {
  empty: ValuesOf<D>
  read(stored: Stored): ValuesOf<D>
  /** All values of the form, by the names of the server. */
  input(values: ValuesOf<D>): InputOf<D>
  /** Only changed values, so that the other fields keep their imported values. */
  changes(values: ValuesOf<D>, before: ValuesOf<D>): Partial<InputOf<D>>
  hasChanges(values: ValuesOf<D>, before: ValuesOf<D>): boolean
  /** Messages by path. Values that are unchanged since `before` are not reported. */
  errors(values: ValuesOf<D>, before?: ValuesOf<D>): Record<string, string>
  /** Options of `useMerge`. */
  mergeLabels: {
    labels: { [Name in keyof ValuesOf<D>]-?: string }
    show: Record<string, (values: ValuesOf<D>) => string>
    times: readonly string[]
  }
  /** Returns the form's name for a path of the server, such as `address.city`. */
  fieldOf(path: string): string
}

type Loose = Readonly<Record<string, unknown>>
type Errors = Readonly<Record<string, string | undefined>>

/** A plain field or `OwnFields`, as the form handles both. */
interface Part {
  key: string
  names: readonly string[]
  empty: Loose
  labels: Readonly<Record<string, string>>
  read(stored: Loose): Loose
  send(values: Loose): unknown
  errors(values: Loose, before: Loose | undefined): Errors
  show: Readonly<Record<string, (values: Loose) => string>>
  times: readonly string[]
}

function plainPart(name: string, { key = name, label, ...field }: RecordField): Part {
  const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const typed = (values: Loose) => ({ [name]: textOf(values[name]) })
  return {
    key,
    names: [name],
    empty: { [name]: '' },
    labels: { [name]: label },
    read: (stored) => ({ [name]: textOf(stored[key]) }),
    send(values) {
      const text = textOf(values[name]).trim()
      if (text === '' && field.nullable) return null
      if (field.kind === 'whole') return Number(text)
      return field.kind === 'website' ? field.read(text) : text
    },
    errors: (values, before) => errorsOf({ [name]: field }, typed(values), before && typed(before)),
    show: {},
    times: [],
  }
}

function ownPart(name: string, own: OwnFields<Loose, Loose, unknown>): Part {
  const names = Object.keys(own.empty)
  const { label, empty, hasTimes } = own
  return {
    key: name,
    names,
    empty,
    labels: Object.fromEntries(names.map((one) => [one, own.labels?.[one] ?? label])),
    read: own.read,
    send: own.send,
    errors: (values, before = empty) =>
      own.errors && differs(names, values, before) ? own.errors(values, before) : {},
    show: own.show ? { [label]: own.show } : {},
    times: hasTimes ? [label] : [],
  }
}

const textWithin = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value))

/** Ignores blanks around a text: they are never sent. */
const differs = (names: readonly string[], values: Loose, before: Loose) =>
  names.some((name) => textWithin(values[name]) !== textWithin(before[name]))

/** Derives a form from the fields of a record, in the order in which the form shows them. */
export const defineRecord =
  <Stored extends object>() =>
  <const D extends Declared<Stored>>(declared: D): RecordForm<Stored, D> => {
    const parts = Object.entries(declared).map(([name, field]) =>
      'kind' in field ? plainPart(name, field) : ownPart(name, field as OwnFields<Loose, Loose, unknown>),
    )
    const joined = <Value>(of: (part: Part) => Readonly<Record<string, Value>>) =>
      Object.assign({}, ...parts.map(of)) as Record<string, Value>
    const sent = (values: Loose, of: readonly Part[]) =>
      Object.fromEntries(of.map((part) => [part.key, part.send(values)]))
    const changed = (values: Loose, before: Loose) => parts.filter(({ names }) => differs(names, values, before))
    const form = {
      empty: joined(({ empty }) => empty),
      read: (stored: Loose) => joined((part) => part.read(stored)),
      input: (values: Loose) => sent(values, parts),
      changes: (values: Loose, before: Loose) => sent(values, changed(values, before)),
      hasChanges: (values: Loose, before: Loose) => changed(values, before).length > 0,
      errors: (values: Loose, before?: Loose) => {
        const errors = Object.entries(joined((part) => part.errors(values, before)))
        return Object.fromEntries(errors.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
      },
      mergeLabels: {
        labels: joined(({ labels }) => labels),
        show: joined(({ show }) => show),
        times: parts.flatMap(({ times }) => times),
      },
      fieldOf(path: string) {
        const [key = '', inner = ''] = path.split('.')
        const part = parts.find((one) => one.key === key)
        if (!part || part.names.includes(key)) return path
        return part.names.includes(inner) ? inner : (part.names[0] ?? path)
      },
    }
    return form as unknown as RecordForm<Stored, D>
  }

type TextsOf<F> = {
  [Name in keyof F as F[Name] extends WholeField ? never : KeyOf<F[Name], Name & string>]: string | null
}

/** Returns the texts of a stored document. `read` decides which values count as text. */
export function readTexts<const F extends RecordFields>(
  fields: F,
  document: Loose,
  read: (value: unknown) => string | null,
): TextsOf<F> {
  const texts = Object.entries(fields).filter(([, { kind }]) => kind !== 'whole')
  return Object.fromEntries(texts.map(([name, { key = name }]) => [key, read(document[key])])) as TextsOf<F>
}

const cleanLine = (text: string) => withoutControls(text).trim()
const cleanLines = (text: string) => linesWithoutControls(text).split('\n').map(cleanLine).join('\n').trim()

/** Returns texts without control characters. A blank text of a nullable field becomes null. */
export function cleanTexts<Input extends object>(fields: RecordFields, input: Input): Input {
  const cleaned = Object.entries(fields).flatMap(([name, { kind, key = name, nullable }]) => {
    const value = (input as Loose)[key]
    if (typeof value !== 'string') return []
    const text = kind === 'lines' ? cleanLines(value) : cleanLine(value)
    return [[key, text === '' && nullable ? null : text] as const]
  })
  return { ...input, ...Object.fromEntries(cleaned) }
}
