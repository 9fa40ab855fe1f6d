/** The one place that names the product: roles, titles and mail texts derive from it. */
export const product = { name: 'Quaff', slug: 'quaff', consoleTitle: 'Admin Dashboard v2' } as const

export const adminRole = `${product.slug}_admin` as const
export const adminFlag = `is${product.name}Admin` as const
