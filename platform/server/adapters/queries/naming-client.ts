import { Socket } from 'node:net'
import { Client, type ClientConfig, type QueryConfig } from 'pg'
import { statementName } from '../../reading/prepared-read'

/** Bulk inserts have a text for each number of rows: only what reads is named, a union of reads in brackets too. */
const reads = /^[\s(]*(select|with)\b/i
/** Each connection stores every name on both sides, so long texts and texts after the first 500 get none. */
const most = { names: 500, textLength: 8_000 }
/** A statement that is sent once or twice is not worth preparing. */
const sendingsBeforeName = 2

const names = new Map<string, string>()
const sendings = new Map<string, number>()

const begins = /^\s*(begin|start transaction)\b/i
const ends = /^\s*(commit|rollback(?!\s+to))\b/i

/**
 * Names the statements of frequent reads, so that each connection parses them once and plans them a few times. A
 * cached plan fits the table sizes of its time, so statements of a transaction, which may fill tables itself, are
 * planned each time.
 */
export class NamingClient extends Client {
  private readonly socket: Socket | null

  constructor(config?: string | ClientConfig) {
    const options = typeof config === 'string' ? { connectionString: config } : config
    const socket = options?.stream ? null : new Socket()
    super(socket ? { ...options, stream: () => socket } : options)
    this.socket = socket
    const query: (...args: unknown[]) => unknown = this.query.bind(this)
    let isWithin = false
    Object.assign(this, {
      query: (config: unknown, ...rest: unknown[]) => {
        const text = textOf(config)
        if (begins.test(text)) isWithin = true
        else if (ends.test(text)) isWithin = false
        return query(isWithin ? config : withName(config), ...rest)
      },
    })
  }

  /** Sends all statements of `send` to the database with one write. */
  inOneWrite<T>(send: () => T): T {
    this.socket?.cork()
    try {
      return send()
    } finally {
      this.socket?.uncork()
    }
  }
}

function textOf(config: unknown) {
  if (typeof config === 'string') return config
  return isText(config) ? config.text : ''
}

function withName(config: unknown): unknown {
  if (!isText(config)) return config
  const name = config.name ?? nameOf(config.text)
  return name === undefined ? config : { ...config, name }
}

const isText = (config: unknown): config is QueryConfig =>
  typeof config === 'object' &&
  config !== null &&
  !('submit' in config) &&
  'text' in config &&
  typeof config.text === 'string'

/** Undefined for what goes unnamed. */
function nameOf(text: string) {
  const existing = names.get(text)
  if (existing !== undefined) return existing
  if (names.size >= most.names || text.length > most.textLength || !reads.test(text)) return undefined
  const sent = sendings.get(text) ?? 0
  if (sent < sendingsBeforeName) {
    // Texts that never come again must not fill the memory either.
    if (sendings.size >= most.names * 4) sendings.clear()
    sendings.set(text, sent + 1)
    return undefined
  }
  sendings.delete(text)
  const name = statementName(text)
  names.set(text, name)
  return name
}

/** Leaves the names of statements off, also those that a store gives: behind a pooler the next one meets another connection. */
export class UnnamedClient extends Client {
  constructor(...options: ConstructorParameters<typeof Client>) {
    super(...options)
    const query: (...args: unknown[]) => unknown = this.query.bind(this)
    Object.assign(this, { query: (config: unknown, ...rest: unknown[]) => query(withoutName(config), ...rest) })
  }
}

export function withoutName(config: unknown): unknown {
  return isNamedText(config) ? { ...config, name: undefined } : config
}

const isNamedText = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'name' in config && 'text' in config && !('submit' in config)
