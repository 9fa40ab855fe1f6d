import { findProgram, postgresFolders } from '../../scripts/testing/services/find-program.mjs'
import { installSystemPackage } from '../../scripts/testing/services/install-system-package.mjs'

const folders = () => [...postgresFolders(), '/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(':')]
const needed = {
  postgres: 'postgresql',
  etcd: 'etcd-server',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
}

/** Paths of the programs by name, from Debian's packages, which are installed where they are missing. */
export async function findPrograms() {
  const found = {}
  for (const [name, packageName] of Object.entries(needed)) {
    const path =
      findProgram(name, folders()) ??
      ((await installSystemPackage(packageName)) ? findProgram(name, folders()) : undefined)
    if (!path) throw new Error(`${name} is missing. Couldn’t install the package ${packageName}.`)
    found[name] = path
  }
  return found
}
