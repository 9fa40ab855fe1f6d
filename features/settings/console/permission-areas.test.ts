import { expect, it } from 'vitest'
import { permissionAreas } from './permission-areas'

it('the areas hold every action that any feature asks for', () => {
  const features = import.meta.glob<Record<string, unknown>>('/features/*/permissions.ts', { eager: true })
  const requested = Object.values(features).flatMap((feature) =>
    Object.entries(feature).flatMap(([name, table]) =>
      name.endsWith('Permissions') ? Object.keys(Object(table)) : [],
    ),
  )
  expect(requested.length).toBeGreaterThan(50)
  expect(permissionAreas.flatMap(({ table }) => Object.keys(table)).sort()).toEqual(requested.sort())
})

it('each action has its feature’s label, which says what it does and to what', () => {
  for (const { table, labels } of permissionAreas) {
    expect(Object.keys(labels)).toEqual(Object.keys(table))
    for (const label of Object.values(labels)) expect(label).toMatch(/ /)
  }
})
