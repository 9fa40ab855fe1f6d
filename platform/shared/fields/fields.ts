/**
 * A parameter of a filter or URL, declared once. `schemasOf` derives the server's schema and `searchOf` the console's
 * URL, which loads no schema library.
 */
export type Field<Value> = Kind & {
  /** Returns undefined for an invalid value, so that no URL can break a page. */
  read: (raw: unknown) => Value | undefined
}
type Kind =
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'text' | 'word'; max: number }
  | { kind: 'pattern'; shape: RegExp }
  | { kind: 'flag' | 'mark' | 'own' }
/** Two days of a URL, both inclusive, or two instants of a filter. */
export type Span<From extends string, To extends string> = { kind: 'span'; from: From; to: To }
export type Fields = Record<string, Field<unknown> | Span<string, string>>

type SpanNames<F> = F extends Span<infer From, infer To> ? From | To : never
type PlainName<F> = { [K in keyof F]: F[K] extends Field<unknown> ? K : never }[keyof F]
type Values<F, Day> = { [K in PlainName<F>]?: F[K] extends Field<infer Value> ? Value : never } & {
  [Name in SpanNames<F[keyof F]>]?: Day
}
/** Values in a URL: days are `YYYY-MM-DD`. */
export type ValuesOf<F> = Values<F, string>
/** Values in a request: days are their first and last instants. */
export type FilterOf<F> = Values<F, Date>

export const oneOf = <const T extends string>(options: readonly T[]): Field<T> => ({
  kind: 'choice',
  options,
  read: (raw) => options.find((option) => option === raw),
})

const typed = (kind: 'text' | 'word', max: number): Field<string> => ({
  kind,
  max,
  read: (raw) => {
    // The router parses digits as a number.
    const said = typeof raw === 'number' ? String(raw) : raw
    const trimmed = typeof said === 'string' ? said.trim() : ''
    return trimmed === '' || trimmed.length > max ? undefined : trimmed
  },
})

/** A search text that people type. */
export const text = (max: number) => typed('text', max)
/** A value that rows are compared with exactly. */
export const word = (max: number) => typed('word', max)

export const pattern = (shape: RegExp): Field<string> => ({
  kind: 'pattern',
  shape,
  read: (raw) => (typeof raw === 'string' && shape.test(raw) ? raw : undefined),
})

export const id = () => pattern(/^[a-zA-Z0-9_-]{1,64}$/)

const answers = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])
export const flag = (): Field<boolean> => ({ kind: 'flag', read: (raw) => answers.get(raw) })

/** A flag that is either present or absent. */
export const mark = (): Field<true> => ({
  kind: 'mark',
  read: (raw) => raw === true || raw === 'true' || raw === 1 || undefined,
})

export const span = <From extends string, To extends string>(from: From, to: To): Span<From, To> => ({
  kind: 'span',
  from,
  to,
})

/** A parameter of the URL only, with its own parser. */
export const own = <T>(read: (raw: unknown) => T | undefined): Field<T> => ({ kind: 'own', read })

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
/** A valid calendar day. */
export const day = () =>
  own((raw) =>
    typeof raw === 'string' && DAY.test(raw) && new Date(`${raw}T12:00:00Z`).toISOString().startsWith(raw)
      ? raw
      : undefined,
  )

const MAX_PAGE = 50
/** Number of loaded pages. One page is the default and is not in the URL. */
export const page = () =>
  own((raw) => {
    const count = typeof raw === 'string' ? Number(raw) : raw
    return typeof count === 'number' && Number.isInteger(count) && count > 1 && count <= MAX_PAGE ? count : undefined
  })
