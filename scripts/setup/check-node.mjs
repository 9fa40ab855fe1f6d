const lowest = { major: 20, minor: 19 }

/** Leaves with a message instead of a stack trace from the first library call that this Node lacks. */
export function checkNode(version = process.versions.node) {
  if (isSupported(version)) return
  console.error(`Quaff needs Node ${lowest.major}.${lowest.minor} or newer; this is Node ${version}.`)
  console.error('Install Node 24 from https://nodejs.org and run this again.')
  process.exit(1)
}

function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > lowest.major || (major === lowest.major && minor >= lowest.minor)
}
