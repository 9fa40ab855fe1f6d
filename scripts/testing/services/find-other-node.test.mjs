import { expect, it } from 'vitest'
import { otherVersion } from './find-other-node.mjs'

it('tests run on the recommended Node, and on the oldest supported one', () => {
  expect(['20.19.0', '20.20.2', '22.12.0', '26.0.0'].map(otherVersion)).toEqual(['24', '24', '24', '24'])
  expect(['24.0.0', '24.21.0'].map(otherVersion)).toEqual(['20.19', '20.19'])
})
