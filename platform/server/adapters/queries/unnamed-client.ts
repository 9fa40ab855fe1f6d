import { Client, type QueryConfig } from 'pg'

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
