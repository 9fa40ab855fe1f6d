/** The only place that names the product. Roles, titles and email texts derive from it. */
export const product = { name: 'Quaff', slug: 'quaff', consoleTitle: 'Admin Dashboard v2' } as const

/** Without a commit when it was built from anything but a git checkout. */
export type Release = { version: string; commit: string | null }

export const releaseText = ({ version, commit }: Release) => (commit === null ? version : `${version} (${commit})`)

export const adminRole = `${product.slug}_admin` as const
export const adminFlag = `is${product.name}Admin` as const
