import { createHash } from 'node:crypto'

const people = ['admin', 'owner', 'viewer', 'anyone']

export function caller(app, tokens) {
  return (path, { method = 'GET', body, person = 'admin' } = {}) =>
    app.request(path, {
      method,
      headers: {
        ...(tokens[person] ? { authorization: `Bearer ${tokens[person]}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

/** A call in the protocol of the console, which names the dates beside the JSON. */
export const rpcBody = (input) => ({
  json: input,
  meta: Object.entries(input).flatMap(([key, value]) => (value instanceof Date ? [[1, key]] : [])),
})

/** Status and body of each procedure that only reads, for each kind of person. */
export async function readAnswers({ ask, procedures, guesses }) {
  const answers = {}
  for (const { name, method, input, isStream } of procedures) {
    if (method !== 'GET' || isStream) continue
    const full = questionOf(input, guesses)
    const { merchantId, ...ofAll } = full
    const isOptional = merchantId !== undefined && !input?.required?.includes('merchantId')
    for (const question of isOptional ? [full, ofAll] : [full]) {
      for (const person of people) {
        const path = `/rpc/${name.replaceAll('.', '/')}`
        const response = await ask(path, { method: 'POST', body: rpcBody(question), person })
        const text = shortened(unordered(steady(await response.text())))
        answers[`${name} ${JSON.stringify(question)} ${person}`] = `${response.status} ${text}`
      }
    }
  }
  return answers
}

/** Values of the demo data for the required fields of an input. */
function questionOf(input, guesses) {
  const { properties = {}, required = [] } = input ?? {}
  const names = Object.keys(properties).filter((key) => required.includes(key) || key === 'merchantId')
  return Object.fromEntries(
    names.map((key) => {
      const options = properties[key].enum ?? properties[key].anyOf?.find((one) => one.enum)?.enum
      const guess = guesses[key] ?? options?.[0]
      const isInstant = JSON.stringify(properties[key]).includes('"instant"')
      return [key, guess instanceof Date && !isInstant ? guess.toISOString().slice(0, 10) : guess]
    }),
  )
}

/** File name and content of each export with each set of inputs that it accepts. */
export async function readFiles({ ask, app, ids }) {
  const names = new Set(app.routes.map(({ path }) => /^\/api\/files\/([\w-]+)$/.exec(path)?.[1]).filter(Boolean))
  const bodies = [
    { format: 'csv' },
    { format: 'csv', filter: {} },
    { format: 'csv', ids: [] },
    { period: '2026-02' },
    ...Object.entries(ids).flatMap(([key, id]) => [
      { [key]: id },
      { format: 'csv', [key]: id },
      { format: 'csv', filter: { [key]: id } },
      { format: 'csv', ids: [id] },
    ]),
  ]
  const files = {}
  for (const name of names) {
    for (const csv of ['comma', 'semicolon']) {
      for (const body of bodies) {
        const response = await ask(`/api/files/${name}?csv=${csv}`, { method: 'POST', body })
        const content = shortened(steady(await response.text()))
        const key = `${name} ${csv} ${JSON.stringify(body)}`
        if (response.ok) files[key] = [response.headers.get('content-disposition'), content]
      }
    }
  }
  return files
}

/** Removes what differs between two runs: request ids, random UUIDs, and digests of images with encrypted metadata. */
const steady = (text) =>
  text
    .replaceAll(/req_[a-z0-9]+/g, 'req_')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'digest')
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, 'uuid')

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const shortened = (text) =>
  text.length > 3_000 ? `${text.slice(0, 3_000)}… ${text.length} characters, ${hash(text)}` : text

/** The order of names in JSON and of the protocol's notes about dates has no meaning. */
function unordered(text) {
  if (!text.startsWith('{')) return text
  const { meta, ...body } = JSON.parse(text)
  return JSON.stringify(sorted({ ...body, ...(meta && { meta: meta.map((one) => JSON.stringify(one)).sort() }) }))
}

/** The same value with the names of each object in order. */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]))
}
