import { spawnSync } from 'node:child_process'
import { findProgram, postgresFolders } from './find-program.mjs'
import { canInstallSystemPackages, installSystemPackage } from './install-system-package.mjs'

const isRoot = () => process.getuid?.() === 0

/** `{ initdb, pgCtl, createdb, user }`, or `{ reason }` when no PostgreSQL can be started here. */
export async function findPostgres() {
  const found = lookUp() ?? ((await installSystemPackage('postgresql')) ? lookUp() : undefined)
  if (!found) return { reason: explainMissing() }
  if (!isRoot()) return found
  // PostgreSQL refuses to run as root; Debian's package makes the user "postgres".
  if (spawnSync('id', ['postgres']).status === 0) return { ...found, user: 'postgres' }
  return { reason: 'PostgreSQL does not run as root and there is no user "postgres"' }
}

function lookUp() {
  const find = (name) => findProgram(name, postgresFolders()) ?? findProgram(name)
  const programs = { initdb: find('initdb'), pgCtl: find('pg_ctl'), createdb: find('createdb') }
  return Object.values(programs).every(Boolean) ? programs : undefined
}

function explainMissing() {
  if (canInstallSystemPackages()) return 'PostgreSQL is not installed and apt-get could not install it'
  return 'PostgreSQL (initdb, pg_ctl) is not installed and installing it needs root and apt-get'
}
