import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export function findProgram(name, folders = (process.env.PATH ?? '').split(delimiter)) {
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

/** Debian keeps the server programs of each PostgreSQL version out of PATH; the newest comes first. */
export function postgresFolders() {
  const base = '/usr/lib/postgresql'
  return listFolder(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'))
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function listFolder(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
