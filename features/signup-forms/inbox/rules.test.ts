import { expect, it } from 'vitest'
import { typedReference } from './rules'

it.each(['7K2M-9QXD', '7k2m9qxd', ' #7K2M 9QXD '])('a reference is read however it is typed: %j', (typed) =>
  expect(typedReference(typed)).toBe('7k2m9qxd'),
)
it.each(['', '7K2M', '7K2M-9QXD-1', 'ana@venue.test', '7K2M_9QXD', '%%%%%%%%'])('%j is none', (typed) =>
  expect(typedReference(typed)).toBeNull(),
)
