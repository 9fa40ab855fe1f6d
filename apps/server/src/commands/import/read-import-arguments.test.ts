import { describe, expect, it } from 'vitest'
import { SettingsError } from '../../environment'
import { readImportArguments } from './read-import-arguments'

const kinds =
  'accounts, users, admins, invitations, merchants, applications, locations, plans, prices, promotions, subscriptions, redemptions, activity, pictures'

function refusalOf(...args: string[]): string {
  try {
    readImportArguments(args)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return String(error)
  }
  throw new Error('Nothing was refused')
}

it.each(['report', 'check-password'])('%s without its argument is no folder of that name', (word) => {
  expect(refusalOf(word)).toContain(`Missing value. Example: npm run import -- ${word} <`)
  expect(refusalOf(word, 'one', 'two')).toContain('Missing value')
})

describe('--only', () => {
  it.each<[string, string[]]>([
    ['merchants,plans', ['merchants', 'plans']],
    [' plans , merchants,plans', ['merchants', 'plans']],
    ['activity', ['activity']],
  ])('takes %j for a check and for what is written', (text, only) => {
    expect(readImportArguments(['old', '--only', text])).toMatchObject({ kind: 'check', options: { only } })
    expect(readImportArguments(['old', '--apply', `--only=${text}`])).toMatchObject({
      kind: 'apply',
      options: { only },
    })
  })

  it('is nothing where it is not said: all of it is imported', () => {
    expect(readImportArguments(['old'])).toMatchObject({ options: { only: null } })
    expect(readImportArguments(['old', '--apply'])).toMatchObject({ options: { only: null } })
  })

  it.each<[string, string]>([
    ['plan', '“plan”'],
    ['merchants,Plans,carts', '“Plans”, “carts”'],
    ['merchants,,plans', 'an empty value'],
    ['', 'an empty value'],
    ['__proto__', '“__proto__”'],
  ])('does not know %j, and lists what it takes', (text, named) => {
    expect(refusalOf('old', '--only', text)).toContain(`--only doesn’t support ${named}. Values: ${kinds}`)
  })

  it('says why the old log is none of them', () => {
    expect(refusalOf('old', '--only', 'audit')).toContain('The old audit log can’t be imported')
  })

  it.each([
    [['--continue', 'imp_1']],
    [['--undo', 'imp_1']],
    [['runs']],
    [['report', 'imp_1']],
    [['check-password', 'a@b.test']],
  ])('is not said with %j, which keeps to what its run was asked for', (args) => {
    expect(refusalOf(...args, '--only', 'plans')).toContain('Set --only when the import starts; --continue keeps it')
  })

  it('is in the usage text, with its names', () => {
    expect(refusalOf()).toContain('--only merchants,plans [--apply …]')
    expect(refusalOf()).toContain(`Values for --only: ${kinds}`)
  })
})

describe('§0044 --map', () => {
  it('names a file for a check and for what is written, and is kept by the run', () => {
    expect(readImportArguments(['old', '--map', 'ids.csv'])).toMatchObject({ kind: 'check', map: 'ids.csv' })
    expect(readImportArguments(['old', '--apply', '--map', 'ids.csv'])).toMatchObject({ kind: 'apply', map: 'ids.csv' })
    expect(readImportArguments(['old'])).toMatchObject({ map: null })
    for (const act of ['--continue', '--undo'])
      expect(refusalOf(act, 'imp_1', '--map', 'ids.csv')).toContain('Set --map when the import starts')
    expect(refusalOf()).toContain('--map ids.csv [--apply …]')
  })
})

describe('--amounts and --currency', () => {
  it('go with a check and with what is written, and are nothing where no one has answered', () => {
    const answers = { amounts: 'units', currency: 'chf' }
    const said = ['--amounts', 'units', '--currency', 'CHF']
    expect(readImportArguments(['old', ...said])).toMatchObject({ kind: 'check', options: answers })
    expect(readImportArguments(['old', '--apply', ...said])).toMatchObject({ kind: 'apply', options: answers })
    expect(readImportArguments(['old'])).toMatchObject({ options: { amounts: null, currency: null } })
  })

  it.each([
    [['--amounts', 'dollars'], '--amounts must be cents (2999) or units (29.99)'],
    [['--amounts', ''], '--amounts must be cents (2999) or units (29.99)'],
    [['--currency', 'francs'], '--currency must be a three-letter code'],
  ])('take no other word: %j', (args, text) => expect(refusalOf('old', ...args)).toContain(text))

  it.each(['--amounts=units', '--currency=chf'])('are kept by --continue, which does not take %s', (said) => {
    expect(refusalOf('--continue', 'imp_1', said)).toContain('when the import starts')
  })
})
