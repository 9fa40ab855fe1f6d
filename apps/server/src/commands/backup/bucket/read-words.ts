import { parseArgs, type ParseArgsConfig } from 'node:util'
import { SettingsError } from '../../../environment'

/** What was typed after the command; of what is not known, how it is used. */
export function readWords<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config)
  } catch {
    throw new SettingsError(usage)
  }
}
