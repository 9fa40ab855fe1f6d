/** Formats of exported lists, in the order of the menu. */
export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
