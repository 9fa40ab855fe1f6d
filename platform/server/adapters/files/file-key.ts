const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*(\.[a-z0-9]+)?$/
const maxLength = 200

/** The same names for every store: no way up, no hidden file, no surprise on a file system without upper case. */
export function checkedKey(key: string): string {
  if (key.length > maxLength || !keyPattern.test(key)) throw new Error('Not a file key.')
  return key
}
