import { describe, expect, it } from 'vitest'
import { chipChange, chipValues } from '@quaff/platform/console/list/filter-definition'
import type { ListDefinition } from '@quaff/platform/console/list/list-definition'
import { listInput } from '@quaff/platform/console/testing/list-probe'
import type { Field, Fields, Span } from '@quaff/platform/shared/fields/fields'

type AnyList = ListDefinition<unknown, unknown, Fields, Fields, unknown, object>
type Search = Record<string, unknown>

const modules = import.meta.glob<Record<string, unknown>>(
  [
    '../../../features/**/console/**/*-list.tsx',
    '../../../features/{api-keys,imports,webhooks}/console/*-tab-widget.tsx',
    '../../../features/promotions/console/promotions-page.tsx',
    '../../../features/redemptions/console/redemption-history-widget.tsx',
    '../../../features/settings/console/audit-tab.tsx',
    '../../../features/signup-forms/console/inbox-panel.tsx',
    '../../../features/signup/console/applications-page.tsx',
    '../../../features/subscriptions/console/subscription-list-widget.tsx',
  ],
  { eager: true },
)
const isList = (value: unknown): value is AnyList =>
  typeof value === 'object' && value !== null && 'columnsName' in value
const lists = Object.values(modules).flatMap((module) => Object.values(module).filter(isList))

/** All that any list asks of its page. */
const details = {
  scopedTo: undefined,
  timeZone: 'Asia/Kathmandu',
  isManager: true,
  mayInvite: true,
  maySearch: true,
  shown: {},
  merchantId: 'mer_1',
  waitlist: { id: 'wl_1', name: 'North', slug: 'north' },
  promotion: { id: 'happy_hour', title: 'Happy hour' },
  runId: 'imp_1',
  groups: [{ level: 'skipped', collection: 'users', fault: 'twice', count: 1 }],
}
/** An id that a shape of words takes, and a month. */
const shaped = ['mer_1', '2026-10']

/** Addresses that name one filter: every choice, both answers, a word. */
function addressesOf(name: string, field: Field<unknown> | Span<string, string>): Search[] {
  switch (field.kind) {
    case 'span':
      return [{ [field.from]: '2026-11-01', [field.to]: '2026-11-02' }, { [field.from]: '2026-11-01' }]
    case 'choice':
      return field.options.map((option) => ({ [name]: option }))
    case 'flag':
      return [{ [name]: true }, { [name]: false }]
    case 'mark':
      return [{ [name]: true }]
    case 'pattern':
      return shaped
        .filter((text) => field.shape.test(text))
        .slice(0, 1)
        .map((text) => ({ [name]: text }))
    case 'text':
    case 'word':
      return [{ [name]: 'tea' }]
    case 'own':
      return []
  }
}
const kept = (search: Search) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

it('are all that there are', () => {
  expect(lists.map(({ name }) => name).sort()).toEqual(
    ['Affiliate links', 'Applications', 'Entries', 'Imports', 'Keys', 'Locations', 'Merchants', 'Merchants']
      .concat(['Payouts', 'People', 'Problems', 'Redemptions', 'Submissions', 'Subscriptions', 'Users', 'Endpoints'])
      .sort(),
  )
})

describe.each(lists.map((list) => [`${list.name}, ${list.columnsName(details)}`, list] as const))('%s', (_, list) => {
  const { fields } = list.search
  const filters = Object.entries(list.filters).flatMap(([name, field]) => {
    const known = fields[name]
    return known === undefined || known.kind === 'own'
      ? []
      : addressesOf(name, field).map((address) => ({ name, address }))
  })

  it.each(filters)('§G4 $name survives address, chip and back: $address', ({ name, address }) => {
    const search: Search = list.search.read(address)
    expect(kept(search)).toEqual(address)
    const chip = chipValues(fields, [{ id: name, label: '', kind: 'select' }], search)[name]
    expect(chip).toBeDefined()
    expect(kept(chipChange(list, name, chip))).toMatchObject(address)
    expect(kept(chipChange(list, name, undefined))).not.toMatchObject(address)
  })

  it.each(filters)('§G4 $name asks the server for something else: $address', ({ name, address }) => {
    const requested = listInput(list, address, details)
    // The first tab is the default, so its request equals the one without the filter.
    const isShownAnyhow = list.tabs?.field === name && address[name] === list.tabs.first
    if (isShownAnyhow) expect(requested).toEqual(listInput(list, {}, details))
    else expect(requested).not.toEqual(listInput(list, {}, details))
  })

  it('tells at most three facts on a phone card, under a title', () => {
    const columns = list.columns?.(details) ?? []
    expect(columns.filter(({ card }) => card === 'fact').length).toBeLessThanOrEqual(3)
    expect(columns.filter(({ card }) => card === 'title')).toHaveLength(columns.length === 0 ? 0 : 1)
  })

  it('drops values that no field takes', () => {
    const wrong = Object.fromEntries(Object.keys(list.search.read({})).map((name) => [name, { not: 'read' }]))
    const { tab: settingsTab, ...read }: Search = list.search.read(wrong)
    // Settings open their first tab for an unknown one.
    expect(kept(read)).toEqual({})
    expect(
      settingsTab === undefined || ['Endpoints', 'Entries', 'Imports', 'Keys', 'Problems'].includes(list.name),
    ).toBe(true)
  })

  it.each((list.sort?.options ?? []).flatMap(({ key }) => ['asc', 'desc'].map((order) => ({ key, order }))))(
    'sorts by $key, $order',
    ({ key, order }) => {
      const search = list.search.read({ sort: key, order })
      expect(listInput(list, search, details)).toMatchObject({ sort: key, order })
    },
  )

  const { tabs } = list
  it.each(tabs?.of(details, undefined).map(({ id }) => id) ?? [])('opens the tab %s', (id) => {
    if (!tabs) throw new Error('no tabs')
    const change: Search = tabs.change?.({}, id) ?? { [tabs.field]: id === tabs.first ? undefined : id }
    const search = list.search.read(change)
    const shown: unknown = tabs.shown ? tabs.shown(search, details) : ((search as Search)[tabs.field] ?? tabs.first)
    expect(shown).toBe(id)
  })
})
