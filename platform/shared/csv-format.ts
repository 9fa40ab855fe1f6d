/**
 * `semicolon`: for spreadsheets in countries that write 1,50. `swiss`: semicolons too, but amounts keep the decimal point,
 * as Excel has it in Switzerland.
 */
export const csvDialects = ['comma', 'semicolon', 'swiss'] as const
export type CsvDialect = (typeof csvDialects)[number]
export const separatorOf = { comma: ',', semicolon: ';', swiss: ';' } as const satisfies Record<CsvDialect, string>

/** Returns the same key for headings that differ only in case, blanks, underscores, asterisks and hyphens. */
export const headingKey = (heading: string) => heading.toLowerCase().replaceAll(/[\s_*-]/g, '')
