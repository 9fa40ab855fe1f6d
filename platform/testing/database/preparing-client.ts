import { createHash } from 'node:crypto'
import { Client, type QueryConfig } from 'pg'

/** What is sent once only is not worth a statement that stays; nor is a text of thousands of values. */
const most = { names: 2_000, textLength: 8_000 }
/** Otherwise the first five sendings are planned for their values, which makes no difference among a few rows. */
export const keepPlans = 'set plan_cache_mode = force_generic_plan'

/** Commands take no plan. */
const planned = /^\s*(select|with|insert|update|delete)\b/i
const names = new Map<string, string>()
const sent = new Set<string>()

/**
 * Names every text that comes again, so that the engine parses and plans it once: with the few rows of a test that took
 * most of its time. The tables of a test stay small, so that a plan which is kept is as good as a new one. Names that a
 * store gives are left aside: an engine serves many databases' stores, and one may give a name to another text.
 */
export class PreparingClient extends Client {
  /** Of the driver: the text behind each name that the session knows. */
  declare connection: Client['connection'] & { parsedStatements: Record<string, string> }

  constructor(...options: ConstructorParameters<typeof Client>) {
    super(...options)
    const query: (...args: unknown[]) => unknown = this.query.bind(this)
    Object.assign(this, { query: (config: unknown, ...rest: unknown[]) => query(withName(config), ...rest) })
  }
}

function withName(config: unknown): unknown {
  if (!isText(config)) return config
  const isKept = config.text.length <= most.textLength && planned.test(config.text)
  return { ...config, name: isKept ? nameOf(config.text) : undefined }
}

const isText = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!sent.delete(text)) {
    sent.add(text)
    return undefined
  }
  if (names.size >= most.names) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
