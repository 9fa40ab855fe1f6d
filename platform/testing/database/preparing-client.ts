import { createHash } from 'node:crypto'
import { Client, type QueryConfig } from 'pg'

/** Statements used once, or with thousands of values, are not worth preparing. */
const most = { names: 2_000, textLength: 8_000 }
/** Otherwise the first five sendings are planned for their values, which makes no difference among a few rows. */
export const keepPlans = 'set plan_cache_mode = force_generic_plan'

/** Commands take no plan. */
const planned = /^\s*(select|with|insert|update|delete)\b/i
const names = new Map<string, string>()
const sent = new Set<string>()

/**
 * Names repeated statements, so that the engine parses and plans them once, which took most of a test's time. Test
 * tables are small, so a cached plan is as good as a new one. Names set by stores are ignored, because an engine
 * serves several databases.
 */
export class PreparingClient extends Client {
  /** The driver's map of prepared statements by name. */
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
