import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { writtenKinds } from '@quaff/features/imports/kinds-rules'
import { isCurrency } from '@quaff/features/imports/money-rules'
import { amountUnits } from '@quaff/features/imports/report-contract'
import type { ReadingOptions } from '@quaff/features/imports/runs-contract'
import type { RunStart } from '@quaff/features/imports/server'
import { SettingsError } from '../../environment'

const usage = [
  'Usage:',
  '  npm run import -- <folder or file> [--json]            check everything; writes nothing',
  '  npm run import -- <folder or file> --apply --paid-until 2026-12-01T00:00Z [--grant-admins]',
  '  npm run import -- <folder or file> --apply --damaged-source …',
  '                                                         import what’s readable from a damaged or incomplete source',
  '  npm run import -- <folder or file> --only merchants,plans [--apply …]',
  '                                                         only these; import the rest later',
  '  npm run import -- <folder or file> --amounts units --currency chf [--apply …]',
  '                                                         read 29.99 as CHF 29.99 where no currency is given',
  '  npm run import -- <folder or file> --map ids.csv [--apply …]',
  '                                                         set document IDs from the columns document,id',
  '  npm run import -- --continue <run>                     continue an interrupted import',
  '  npm run import -- --undo <run>                         undo an import; keeps what was changed since',
  '  npm run import -- runs',
  '  npm run import -- report <run> [--json]                show the results of an import',
  '  npm run import -- check-password <email>               check whether a password works',
  '',
  `Values for --only: ${writtenKinds.join(', ')}`,
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
  const requested = { ...reading, map }
  const said = Object.keys(requested).find((name) => requested[name as keyof typeof requested] !== null)
  if (said !== undefined && isBegun)
    throw new SettingsError(`Set --${said} when the import starts; --continue keeps it.\n\n${usage}`)
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
function required(word: string | null, example: string) {
  if (word === null) throw new SettingsError(`Missing value. Example: npm run import -- ${example}\n\n${usage}`)
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

/** In the order of writing, without duplicates. */
function readOnly(text: string) {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.filter((name) => !writtenKinds.some((kind) => kind === name))
  if (wrong.length === 0) return writtenKinds.filter((kind) => names.includes(kind))
  const sentence = `--only doesn’t support ${wrong.map((name) => (name === '' ? 'an empty value' : `“${name}”`)).join(', ')}.`
  const log = wrong.includes('audit') ? ' The old audit log can’t be imported because its entries can’t be undone.' : ''
  throw new SettingsError(`${sentence}${log} Values: ${writtenKinds.join(', ')}`)
}

function readAmounts(text: string) {
  const unit = amountUnits.find((one) => one === text)
  if (!unit) throw new SettingsError('--amounts must be cents (2999) or units (29.99)')
  return unit
}

function readCurrency(text: string) {
  if (!isCurrency(text)) throw new SettingsError('--currency must be a three-letter code, such as chf')
  return text.toLowerCase()
}

/** An instant needs its zone: midnight is not the same everywhere. */
function readInstant(text: string) {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const at = new Date(text)
  if (!hasZone || Number.isNaN(at.getTime()))
    throw new SettingsError('--paid-until must be a time with a zone, such as 2026-12-01T00:00Z')
  return at.toISOString()
}

/** Reads one line from the terminal without echo, or from a pipe. Returns an empty string if there is none. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY })
  try {
    return await new Promise((resolve) => lines.once('line', resolve).once('close', () => resolve('')))
  } finally {
    lines.close()
    stderr.write('\n')
  }
}
