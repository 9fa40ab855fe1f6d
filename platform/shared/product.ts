/** The only place that names the product. Roles, titles and email texts derive from it. */
export const product = { name: 'Quaff', slug: 'quaff', consoleTitle: 'Admin Dashboard v2' } as const

export const adminRole = `${product.slug}_admin` as const
export const adminFlag = `is${product.name}Admin` as const
