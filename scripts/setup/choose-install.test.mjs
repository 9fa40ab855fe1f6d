import { describe, expect, it } from 'vitest'
import { chooseInstall } from './choose-install.mjs'

const lock = 'abc'
const empty = { lock, stamp: '', isRecorded: false, hasTools: false }
const withProgram = { lock, stamp: 'abc program', isRecorded: true, hasTools: false }
const withEverything = { lock, stamp: 'abc everything', isRecorded: true, hasTools: true }
const program = (found) => chooseInstall({ ...found, what: 'program' })
const everything = (found) => chooseInstall({ ...found, what: 'everything' })

describe('what is installed', () => {
  it('is all that is asked for, into an empty folder', () => {
    expect([program(empty), everything(empty)]).toEqual(['fresh', 'fresh'])
  })

  it('is nothing when it is there: a second start needs no network', () => {
    expect(program(withProgram)).toBe('nothing')
    expect([program(withEverything), everything(withEverything)]).toEqual(['nothing', 'nothing'])
  })

  it('are the tools alone, beside a program that stays as it is', () => {
    expect(everything(withProgram)).toBe('add')
    expect(everything({ ...withEverything, hasTools: false })).toBe('add')
  })

  it('is all of it again for another lock file', () => {
    for (const found of [withProgram, withEverything]) {
      const changed = { ...found, lock: 'other', isRecorded: false }
      expect([program(changed), everything(changed)]).toEqual(['fresh', 'fresh'])
    }
  })

  it('is all of it again after an installation that was interrupted', () => {
    // npm empties the folder first and writes its record last.
    expect(program(empty)).toBe('fresh')
    expect(everything({ ...empty, hasTools: true })).toBe('fresh')
  })

  it('is all of it again when adding the tools was interrupted, but for the program, which was whole before', () => {
    const adding = { ...withProgram, stamp: 'abc adding', hasTools: true }
    expect([program(adding), everything(adding)]).toEqual(['nothing', 'fresh'])
  })

  it('is nothing after someone has run npm themselves, or the tools that they left out', () => {
    const byHand = { ...empty, isRecorded: true }
    expect([program(byHand), everything(byHand)]).toEqual(['nothing', 'add'])
    expect(everything({ ...byHand, hasTools: true })).toBe('nothing')
    expect(everything({ ...byHand, stamp: 'old everything', hasTools: true })).toBe('nothing')
  })
})
