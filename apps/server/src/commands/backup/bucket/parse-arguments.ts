import { parseArgs, type ParseArgsConfig } from 'node:util'
import { SettingsError } from '../../../environment'

/** Parses the command line. Unknown arguments print the usage. */
export function parseArguments<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config)
  } catch {
    throw new SettingsError(usage)
  }
}
