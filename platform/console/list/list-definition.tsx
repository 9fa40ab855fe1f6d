import type { ProcedureUtils } from '@orpc/tanstack-query'
import type { ReactNode } from 'react'
import type { Fields, ValuesOf } from '../../shared/fields/fields'
import type { Page } from '../../shared/pagination'
import type { Matching } from './bulk/use-matching'
import type { FilterDefinition } from './filter-definition'
import type { SortOption } from './list-menus'
import type { ChangeSearch, SearchValues } from './search-values'
import type { Column, TableSort } from './table/title-cell'

/** Presentation of a filter. Its kind comes from the field. */
export type Chip = Pick<FilterDefinition, 'label' | 'options' | 'search'>
/** Every filter of the contract is named: null is one without a chip, a tab for example. What only the address holds may have one. */
type Chips<F, S> = { [K in Exclude<keyof F, 'q'>]: Chip | null | undefined } & { [K in keyof S]?: Chip | null }

export interface Tab {
  id: string
  label: string
  tone?: 'warn'
}

/** `Facts` are what the page knows beside its address; they can be written as JSON. */
export interface ListDefinition<Row, Details, F extends Fields, S extends Fields, Filter, Input> {
  /** "Merchants": names the table, and what failed to load. */
  name: string
  /** The name under which the chosen columns are remembered. */
  columnsName: (details: Details) => string
  search: SearchValues<S>
  filters: F
  api: ProcedureUtils<Record<never, never>, Input, Page<Row>, Error>
  /** Converts the URL's search to the filter of the list and its export. */
  filter: (search: ValuesOf<S>, details: Details) => Filter
  input: (filter: Filter, page: { limit: number; cursor: string | undefined }, search: ValuesOf<S>) => Input
  /** The search field; undefined if the list has no search. `shown` is the text in the field if it is not `q`. */
  find?: (
    details: Details,
  ) => { placeholder: string; label: string; shown?: (search: ValuesOf<S>) => string | undefined } | undefined
  /** A change of the words other than to the first page of the same filters. */
  findChange?: (search: ValuesOf<S>, q: string | undefined) => Partial<ValuesOf<S>>
  tabs?: {
    field: keyof ValuesOf<S> & string
    label: string
    /** The one that is shown, and not written, when the address names none. */
    first: string
    of: (details: Details, shown: string | undefined) => readonly Tab[]
    /** Needed if it is not simply the field's value. */
    shown?: (search: ValuesOf<S>, details: Details) => string | undefined
    change?: (search: ValuesOf<S>, tab: string) => Partial<ValuesOf<S>>
  }
  useChips?: (search: ValuesOf<S>, details: Details) => Chips<F, S>
  /** Names that go with a chip: a plan is forgotten with its merchant. */
  forgets?: { [K in keyof S]?: readonly (keyof ValuesOf<S>)[] }
  chipChange?: (id: string, value: string | undefined) => Partial<ValuesOf<S>>
  sort?: { first: TableSort; options?: SortOption[] }
  /** Absent where the page makes them, of what it does with a row. */
  columns?: (details: Details) => Column<Row>[]
  rowId: (row: Row) => string
  /** Reads the ids of all matching rows, if the server returns only ids. */
  readIds?: (filter: Filter) => Promise<Matching<Row>>
  rowLabel: (row: Row) => string
  rowHref?: (row: Row, details: Details) => string
  caption?: (search: ValuesOf<S>, details: Details) => string
  export?: {
    path: string
    /** Maximum number of rows that one request may name; 0 if rows cannot be selected. */
    selected: number
    /** The export request without the format. Defaults to the filter or the selected ids. */
    body?: (filter: Filter, ids: readonly string[] | undefined, search: ValuesOf<S>) => object
    /** The reason why the list cannot be exported in its current state. */
    obstacle?: (search: ValuesOf<S>) => string | undefined
  }
  note?: (details: Details) => string | undefined
  skeletonRows?: number
  /** `action` is the one thing to do, where the page knows it. */
  empty: (search: ValuesOf<S>, details: Details, onSearch: ChangeSearch<ValuesOf<S>>, action: ReactNode) => ReactNode
  /** Milliseconds; without it as long as everything else that the console has read (spec §9). */
  staleTime?: number
}

/** All, and one tab for each status; `urgent` is the one that waits for the reader. */
export function statusTabs<Status extends string>(
  label: string,
  statusMeta: Readonly<Record<Status, { label: string }>>,
  statuses: readonly Status[],
  urgent?: Status,
) {
  const tabs: Tab[] = statuses.map((id) => ({
    id,
    label: statusMeta[id].label,
    ...(id === urgent && { tone: 'warn' as const }),
  }))
  return { field: 'status', label, first: 'all', of: () => [{ id: 'all', label: 'All' }, ...tabs] } as const
}

/** Checks a definition against its contract and its address; inference needs the facts named first. */
export function defineList<Details>() {
  return <Row, F extends Fields, S extends Fields, Filter, Input>(
    definition: ListDefinition<Row, Details, F, S, Filter, Input>,
  ) => definition
}
