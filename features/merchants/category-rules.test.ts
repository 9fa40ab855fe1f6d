import { expect, it } from 'vitest'
import { categoryChoices, categoryLabel, categoryOptions, readCategory } from './category-rules'
import { businessTypes } from './contract'

it('says each category in words, an imported one in its own', () => {
  expect(categoryLabel('tea_house')).toBe('Tea house')
  expect(categoryLabel('kombucha_lab')).toBe('Kombucha lab')
  expect([null, ''].map(categoryLabel)).toEqual(['No category', 'No category'])
})

it('offers every category, and the imported one where it is set', () => {
  expect(categoryOptions(null).map(({ value }) => value)).toEqual([...businessTypes])
  expect(categoryOptions('bar')).toEqual(categoryChoices)
  expect(categoryOptions('kombucha_lab')).toEqual([
    ...categoryChoices,
    { value: 'kombucha_lab', label: 'Kombucha lab' },
  ])
})

it('reads only what can be chosen', () => {
  expect(['bar', 'kombucha_lab', 'toString', '', null].map(readCategory)).toEqual(['bar', null, null, null, null])
})
