import { parseArgs } from 'node:util'
import { writtenKinds, type WrittenKind } from '@quaff/features/imports/kinds/rules'
import { amountUnits, type AmountUnit } from '@quaff/features/imports/money/contract'
import { isCurrency } from '@quaff/features/imports/money/rules'
import type { ReadingOptions } from '@quaff/features/imports/runs/contract'
import type { RunStart } from '@quaff/features/imports/server'
import { SettingsError } from '../../environment'

const usage = [
  'Usage:',
  '  npm run import -- <folder or file> [--json]            reads everything and writes nothing',
  '  npm run import -- <folder or file> --apply --paid-until 2026-12-01T00:00Z [--grant-admins]',
  '  npm run import -- <folder or file> --apply --damaged-source …',
  '                                                         writes what could be read of a damaged or incomplete source',
  '  npm run import -- <folder or file> --only merchants,plans [--apply …]',
  '                                                         these alone; the rest stays in the files for a later import',
  '  npm run import -- <folder or file> --amounts units --currency chf [--apply …]',
  '                                                         29.99 are 29 francs 99 where a document says no currency',
  '  npm run import -- <folder or file> --map ids.csv [--apply …]',
  '                                                         gives documents the ids of its lines: document,id',
  '  npm run import -- --continue <run>                     goes on with one that was interrupted',
  '  npm run import -- --undo <run>                         takes back what it made and nobody has changed since',
  '  npm run import -- runs',
  '  npm run import -- report <run> [--json]                what a run found and what became of it',
  '  npm run import -- check-password <email>               asks for one password, and whether it would be let in',
  '',
  `--only takes, in any order: ${writtenKinds.join(', ')}`,
].join('\n')

export type ImportTask =
  | { kind: 'check'; path: string; map: string | null; json: boolean; options: ReadingOptions }
  | { kind: 'apply'; path: string; map: string | null; options: RunStart['options'] }
  | { kind: 'continue'; runId: string }
  | { kind: 'undo'; runId: string }
  | { kind: 'runs' }
  | { kind: 'report'; runId: string; json: boolean }
  | { kind: 'check-password'; email: string }

/** Throws a SettingsError that says what can be typed. */
export function readImportArguments(args: readonly string[]): ImportTask {
  const { values, positionals } = parse(args)
  const [first, second, ...others] = positionals
  const reading: ReadingOptions = {
    only: values.only === undefined ? null : readOnly(values.only),
    amounts: values.amounts === undefined ? null : readAmounts(values.amounts),
    currency: values.currency === undefined ? null : readCurrency(values.currency),
  }
  const isBegun = first === undefined || first === 'runs' || second !== undefined
  const map = values.map ?? null
  const asked = { ...reading, map }
  const said = Object.keys(asked).find((name) => asked[name as keyof typeof asked] !== null)
  if (said !== undefined && isBegun)
    throw new SettingsError(`--${said} is said where an import begins, and kept by --continue.\n\n${usage}`)
  const [only = null] = others.length === 0 && second !== undefined ? [second] : []
  if (first === 'report') return { kind: 'report', runId: required(only, 'report <run>'), json: values.json }
  if (first === 'check-password') return { kind: 'check-password', email: required(only, 'check-password <email>') }
  if (second !== undefined) throw new SettingsError(usage)
  if (values.continue !== undefined && first === undefined) return { kind: 'continue', runId: values.continue }
  if (values.undo !== undefined && first === undefined) return { kind: 'undo', runId: values.undo }
  if (first === undefined) throw new SettingsError(usage)
  if (first === 'runs') return { kind: 'runs' }
  if (!values.apply) return { kind: 'check', path: first, map, json: values.json, options: reading }
  const options = {
    paidUntil: values['paid-until'] === undefined ? null : readInstant(values['paid-until']),
    grantsAdmins: values['grant-admins'],
    takesDamaged: values['damaged-source'],
    ...reading,
  }
  return { kind: 'apply', path: first, map, options }
}

/** A word that is missing is no file name: "report" alone would be looked for as a folder. */
function required(word: string | null, example: string): string {
  if (word === null) throw new SettingsError(`Name one, as in: npm run import -- ${example}\n\n${usage}`)
  return word
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        apply: { type: 'boolean', default: false },
        'paid-until': { type: 'string' },
        'grant-admins': { type: 'boolean', default: false },
        'damaged-source': { type: 'boolean', default: false },
        map: { type: 'string' },
        only: { type: 'string' },
        amounts: { type: 'string' },
        currency: { type: 'string' },
        continue: { type: 'string' },
        undo: { type: 'string' },
      },
      allowPositionals: true,
    })
  } catch {
    throw new SettingsError(usage)
  }
}

/** In the order in which they are written, each once. */
function readOnly(text: string): WrittenKind[] {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.filter((name) => !writtenKinds.some((kind) => kind === name))
  if (wrong.length === 0) return writtenKinds.filter((kind) => names.includes(kind))
  const sentence = `--only does not know ${wrong.map((name) => (name === '' ? 'an empty name' : `“${name}”`)).join(', ')}.`
  const log = wrong.includes('audit') ? ' The old audit log stays behind: an entry could never be taken back.' : ''
  throw new SettingsError(`${sentence}${log} It takes: ${writtenKinds.join(', ')}`)
}

function readAmounts(text: string): AmountUnit {
  const unit = amountUnits.find((one) => one === text)
  if (!unit) throw new SettingsError('--amounts takes cents (2999) or units (29.99)')
  return unit
}

function readCurrency(text: string): string {
  if (!isCurrency(text)) throw new SettingsError('--currency takes the three letters of one currency, as in chf')
  return text.toLowerCase()
}

/** An instant needs its zone: midnight is not the same everywhere. */
function readInstant(text: string): string {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const at = new Date(text)
  if (!hasZone || Number.isNaN(at.getTime()))
    throw new SettingsError('--paid-until is an instant with its zone, as in 2026-12-01T00:00Z')
  return at.toISOString()
}
